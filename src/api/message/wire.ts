import type { MessageFile } from "#core/media"
import type { HistoryMessage, ListedRoom } from "#projections/chat"
import type { PersonNotice } from "#projections/notifications"
import type { Locale } from "#src/i18n/index.ts"
import { translator } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import { noticeText } from "#src/worker/messages/noticeText.ts"
import type { Message } from "./fields.ts"

/** A notice as calls return it. */
export const noticeMessage = (notice: PersonNotice, locale: Locale): Message => {
  const { noticeId, type, content, seq, givenAt, isRead } = notice
  const said = noticeText(content, locale)
  return {
    messageId: noticeId,
    type,
    title: said?.title ?? translator(locale)("messages.removed"),
    message: said?.text ?? "",
    link: said?.link ?? "",
    senderUserCode: "",
    senderDisplayName: "",
    targetUserCode: "",
    seq,
    time: givenAt.getTime(),
    read: isRead,
    edited: false,
    removed: said === null,
    headerImage: null,
    pictures: [],
    files: [],
    replyTo: null,
    replies: 0,
    reactions: [],
  }
}

/** Whether the room is an unanswered request to this person. */
export const typeOfRoom = ({ permissions }: Pick<ListedRoom, "permissions">): "Chat" | "Invite" =>
  permissions.isRequest ? "Invite" : "Chat"

/** A file of a message as calls return it. */
export const fileField = (file: MessageFile) => ({ ...file, url: paths.messageFile(file.key) })

/** A message as calls return it. */
export const chatMessage = (message: HistoryMessage, room: ListedRoom): Message => ({
  messageId: `${message.roomId}.${message.seq}`,
  type: typeOfRoom(room),
  title: room.targetName || room.targetCode,
  message: message.text,
  link: room.scope === "Person" ? paths.conversation(room.targetCode) : paths.chatRoom(room.targetCode, room.scope),
  senderUserCode: message.senderCode,
  senderDisplayName: message.senderName || message.senderCode,
  targetUserCode: room.targetCode,
  seq: message.seq,
  time: Date.parse(message.sentAtIso),
  read: message.seq <= room.read,
  edited: message.isEdited,
  removed: message.isRemoved,
  headerImage: room.headerImage,
  pictures: message.pictures,
  files: (message.files ?? []).map(fileField),
  replyTo: message.replyTo,
  replies: message.replies ?? 0,
  reactions: (message.reactions ?? []).map(({ emoji, count, isOwn }) => ({ emoji, count, own: isOwn })),
})
