import type { ChatMessage, ChatRoom, ChatSummary, Scope } from "#contract/chat"
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
  LastMessage: room.lastMessage === null ? null : messageOf(room.lastMessage, room, readerId),
  UnreadCount: room.unread,
  Head: room.head,
  Read: room.read,
  ...(room.otherRead === null ? {} : { OtherRead: room.otherRead }),
})

/** Characters of messages on one page: a socket that reads slowly must not be closed for what it asked for. */
const PAGE_CHARACTERS_MAX = 40 * 1024

/** As many messages as one page may hold, from that side on which the page before ended. */
export const fitted = <M extends { readonly text: string }>(
  messages: ReadonlyArray<M>,
  keep: "first" | "last",
): ReadonlyArray<M> => {
  const inOrder = keep === "first" ? messages : messages.toReversed()
  const fitting: Array<M> = []
  let characters = 0
  for (const message of inOrder) {
    characters += message.text.length
    if (characters > PAGE_CHARACTERS_MAX && fitting.length > 0) break
    fitting.push(message)
  }
  return keep === "first" ? fitting : fitting.reverse()
}
