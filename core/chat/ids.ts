import { nameUuid, shortId } from "#core/kernel"
import type { Scope } from "./contract.ts"

/**
 * What a room is: one of a creator's rooms, or a conversation of two. `Person` with an owner is the creator's door: whether
 * they may be written to at all.
 */
export type RoomAddress = OwnedRoom | Conversation
export type OwnedRoom = { readonly scope: Scope; readonly ownerId: string }
export type Conversation = { readonly scope: "Person"; readonly personIds: readonly [string, string] }

export const isConversation = (address: RoomAddress): address is Conversation => "personIds" in address

/** The id of a room follows from what it is, so that nobody has to look it up, and two who write at once open one room. */
export const roomIdOf = (address: RoomAddress): string => {
  const name = isConversation(address)
    ? `Person\n${pairOf(address).join("\n")}`
    : `${address.scope}\n${address.ownerId.toLowerCase()}`
  const known = roomIds.get(name)
  if (known !== undefined) return known
  const roomId = shortId("room", name)
  if (roomIds.size >= ROOM_IDS_MAX) roomIds.clear()
  roomIds.set(name, roomId)
  return roomId
}

/** What the id of a room looks like. One that a client names is looked at before anything is asked with it. */
export const ROOM_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

/** Ids that were asked for lately: whoever writes in a room asks for its id several times with every message. */
const roomIds = new Map<string, string>()
const ROOM_IDS_MAX = 50_000

/** The two of a conversation in the order of their bytes. */
export const pairOf = ({ personIds: [one, other] }: Conversation): readonly [string, string] => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a < b ? [a, b] : [b, a]
}

/** The one of a conversation who is not this person. */
export const otherOf = (address: Conversation, personId: string): string => {
  const [one, other] = pairOf(address)
  return one === personId ? other : one
}

/** The key of a person's seat in a room. */
export const seatIdOf = (roomId: string, personId: string): string => `${roomId}.${personId}`

/**
 * The id of the command that posts a message: a UUID (version 8, RFC 9562) from the sender and the id that their client
 * chose, so that sending again is the same command, for ever.
 */
export const messageCommandId = (senderId: string, clientId: string): string =>
  nameUuid(`message\n${senderId}\n${clientId}`)

/** The id of the command that removes a message: its receipt says for ever that the message is gone. */
export const removalCommandId = (roomId: string, seq: number): string => nameUuid(`removal\n${roomId}\n${seq}`)
