import type { ChatMessage, Scope } from "#contract/chat"
import { isConversation, otherOf, type RoomAddress } from "#core/chat"

/** A message as nodes keep it and send it to each other. */
export type RoomMessage = {
  readonly seq: number
  readonly senderId: string
  readonly senderCode: string
  readonly senderName: string
  readonly clientId: string
  readonly text: string
  readonly replyTo: number | null
  readonly pictures: ReadonlyArray<string>
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string
  readonly edited: boolean
  readonly removed: boolean
}

/** A room and how its readers name it. */
export type RoomView = {
  readonly roomId: string
  readonly address: RoomAddress
  readonly epoch: number
  /** User codes of the creator, or of both people of a conversation. */
  readonly codes: ReadonlyMap<string, string>
}

/** The target code for one reader. A group room has the same one for everyone. */
export const targetOf = ({ address, codes }: Pick<RoomView, "address" | "codes">, readerId: string): string =>
  codes.get(isConversation(address) ? otherOf(address, readerId) : address.ownerId) ?? ""

export const scopeOf = (address: RoomAddress): Scope => address.scope

/** A message as the socket sends it to one reader; null for everyone in a group room. */
export const messageFor = (view: RoomView, message: RoomMessage, readerId: string | null): ChatMessage => ({
  Command: "Bc",
  Room: view.roomId,
  Epoch: view.epoch,
  Seq: message.seq,
  Message: message.removed ? "" : message.text,
  SenderUserCode: message.senderCode,
  SenderDisplayName: message.senderName,
  TimeStamp: message.at,
  Scope: scopeOf(view.address),
  TargetUserCode: targetOf(view, readerId ?? ""),
  ReplyTo: message.replyTo,
  Edited: message.edited,
  Removed: message.removed,
  Pictures: message.removed ? [] : message.pictures,
  ...(readerId === message.senderId ? { ClientId: message.clientId } : {}),
})
