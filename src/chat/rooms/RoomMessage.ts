import type { ChatMessage, Scope } from "#contract/chat"
import { isConversation, otherOf, type RoomAddress } from "#core/chat"

/** A message as nodes hold it and hand it to each other: everything that its readers may see of it. */
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

/** A room and what its readers call it. */
export type Place = {
  readonly roomId: string
  readonly address: RoomAddress
  readonly epoch: number
  /** Codes of the creator, or of the two of a conversation. */
  readonly codes: ReadonlyMap<string, string>
}

/** What a reader calls a room. A group room is called the same by everybody. */
export const targetOf = ({ address, codes }: Pick<Place, "address" | "codes">, readerId: string): string =>
  codes.get(isConversation(address) ? otherOf(address, readerId) : address.ownerId) ?? ""

export const scopeOf = (address: RoomAddress): Scope => address.scope

/** A message in the words of the socket, as one reader sees it; null: as everybody in a group room does. */
export const messageFor = (place: Place, message: RoomMessage, readerId: string | null): ChatMessage => ({
  Command: "Bc",
  Room: place.roomId,
  Epoch: place.epoch,
  Seq: message.seq,
  Message: message.removed ? "" : message.text,
  SenderUserCode: message.senderCode,
  SenderDisplayName: message.senderName,
  TimeStamp: message.at,
  Scope: scopeOf(place.address),
  TargetUserCode: targetOf(place, readerId ?? ""),
  ReplyTo: message.replyTo,
  Edited: message.edited,
  Removed: message.removed,
  Pictures: message.removed ? [] : message.pictures,
  ...(readerId === message.senderId ? { ClientId: message.clientId } : {}),
})
