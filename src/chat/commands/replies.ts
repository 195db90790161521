import {
  type ChatMessage,
  type ChatReaction,
  type ChatRoom,
  type ChatSummary,
  LAST_MESSAGE_LENGTH_MAX,
  type Scope,
} from "#contract/chat"
import type { HistoryMessage, HistoryReaction, ListedRoom } from "#projections/chat"
import { filesOf } from "../rooms/RoomMessage.ts"

/** A room as its reader names it. */
export type Frame = {
  readonly epoch: number
  readonly scope: Scope
  readonly targetCode: string
}

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
  ...filesOf(message),
  ...(message.senderId === readerId ? { ClientId: message.clientId } : {}),
  ...(message.replies ? { Replies: message.replies } : {}),
  ...(message.reactions ? { Reactions: message.reactions.map(reactionOf) } : {}),
})

const reactionOf = ({ emoji, count, isOwn, people }: HistoryReaction): ChatReaction => ({
  Emoji: emoji,
  Count: count,
  Own: isOwn,
  People: people.map(({ code, name }) => ({ UserCode: code, DisplayName: name })),
})

export const roomOf = (room: ListedRoom, online: ReadonlySet<string>): ChatRoom => ({
  Room: room.roomId,
  Epoch: room.epoch,
  Scope: room.scope,
  TargetUserCode: room.targetCode,
  DisplayName: room.targetName || room.targetCode,
  HeaderImage: room.headerImage,
  State: room.state,
  // Presence is visible only in open conversations.
  Online: room.scope === "Person" && room.state === "open" && online.has(room.targetId),
  Level: room.level,
  Muted: room.isMuted,
  ...(room.permissions.isRequest ? { Request: true } : {}),
})

export const summaryOf = (room: ListedRoom, online: ReadonlySet<string>, readerId: string): ChatSummary => ({
  ...roomOf(room, online),
  LastMessage: room.lastMessage === null ? null : excerptOf(messageOf(room.lastMessage, room, readerId)),
  UnreadCount: room.unread,
  Head: room.head,
  Read: room.read,
  ...(room.otherRead === null ? {} : { OtherRead: room.otherRead }),
})

/** A last message as a room list shows it. */
const excerptOf = (message: ChatMessage): ChatMessage =>
  message.Message.length <= LAST_MESSAGE_LENGTH_MAX
    ? message
    : { ...message, Message: `${message.Message.slice(0, LAST_MESSAGE_LENGTH_MAX).replace(TRAILING_SURROGATE, "")}…` }

/** A high surrogate left over by the cut. */
const TRAILING_SURROGATE = /[\ud800-\udbff]$/

/** JSON bytes of one reply. A slow reader must not be closed because of its own requests. */
export const REPLY_BYTES_MAX = 48 * 1024

/** In some languages a text has three times as many bytes as characters. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** As many items as fit into one reply, at least one, starting where the previous reply ended. */
export const takeWithinBytes = <A>(
  all: ReadonlyArray<A>,
  keep: "first" | "last",
  bytesMax: number = REPLY_BYTES_MAX,
): ReadonlyArray<A> => {
  const inOrder = keep === "first" ? all : all.toReversed()
  const fitting: Array<A> = []
  let bytes = 0
  for (const each of inOrder) {
    bytes += jsonBytes(each) + 1
    if (bytes > bytesMax && fitting.length > 0) break
    fitting.push(each)
  }
  return keep === "first" ? fitting : fitting.reverse()
}
