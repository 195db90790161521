import { type ChatMessage, type ChatRoom, type ChatSummary, LAST_MESSAGE_LENGTH_MAX, type Scope } from "#contract/chat"
import type { HistoryMessage, ListedRoom } from "#projections/chat"

/** A room that messages are read of, as their reader calls it. */
export type Frame = {
  readonly epoch: number
  readonly scope: Scope
  readonly targetCode: string
}

/** A message of history in the words of the socket. */
export const messageOf = (
  message: HistoryMessage,
  { epoch, scope, targetCode }: Frame,
  readerId: string,
): ChatMessage => ({
  Command: "Bc",
  Room: message.roomId,
  Epoch: epoch,
  Seq: message.seq,
  Message: message.text,
  SenderUserCode: message.senderCode,
  SenderDisplayName: message.senderName || message.senderCode,
  TimeStamp: message.sentAtIso,
  Scope: scope,
  TargetUserCode: targetCode,
  ReplyTo: message.replyTo,
  Edited: message.isEdited,
  Removed: message.isRemoved,
  Pictures: message.pictures,
  ...(message.senderId === readerId ? { ClientId: message.clientId } : {}),
})

/** A room in the words of the socket. */
export const roomOf = (room: ListedRoom, online: ReadonlySet<string>): ChatRoom => ({
  Room: room.roomId,
  Epoch: room.epoch,
  Scope: room.scope,
  TargetUserCode: room.targetCode,
  DisplayName: room.targetName || room.targetCode,
  HeaderImage: room.headerImage,
  State: room.state,
  // Who is not in touch with somebody is not told whether they are there.
  Online: room.scope === "Person" && room.state === "open" && online.has(room.targetId),
  Level: room.level,
  ...(room.standing.isRequest ? { Request: true } : {}),
})

/** The same with what is new in it. */
export const summaryOf = (room: ListedRoom, online: ReadonlySet<string>, readerId: string): ChatSummary => ({
  ...roomOf(room, online),
  LastMessage: room.lastMessage === null ? null : excerptOf(messageOf(room.lastMessage, room, readerId)),
  UnreadCount: room.unread,
  Head: room.head,
  Read: room.read,
  ...(room.otherRead === null ? {} : { OtherRead: room.otherRead }),
})

/** A last message as a list shows it. */
const excerptOf = (message: ChatMessage): ChatMessage =>
  message.Message.length <= LAST_MESSAGE_LENGTH_MAX
    ? message
    : { ...message, Message: `${message.Message.slice(0, LAST_MESSAGE_LENGTH_MAX).replace(HALF, "")}…` }

/** The first half of a character that was cut apart. */
const HALF = /[\ud800-\udbff]$/
