import { nameUuid, shortId } from "#core/kernel"
import type { Scope } from "./contract.ts"

/**
 * A group room of a creator, a group among friends, or a conversation of two people. Scope `Person` with an owner says whether that creator
 * accepts messages.
 */
export type RoomAddress = OwnedRoom | Conversation
/** `ownerId` is the creator, or the id of a group among friends, which has its owner in its own stream. */
export type OwnedRoom = { readonly scope: Scope; readonly ownerId: string }
export type Conversation = { readonly scope: "Person"; readonly personIds: readonly [string, string] }

export const isConversation = (address: RoomAddress): address is Conversation => "personIds" in address

/** The room of a group among friends. */
export const groupRoomOf = (groupId: string) => ({ scope: "Group", ownerId: groupId }) as const

/** The id is derived from the address: no lookup is needed, and two people who write at once open one room. */
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

/** Checked before a room id from a client is used in a query. */
export const ROOM_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

/** A cache: every message needs the id of its room several times. */
const roomIds = new Map<string, string>()
const ROOM_IDS_MAX = 50_000

/** The two people of a conversation in byte order. */
export const pairOf = ({ personIds: [one, other] }: Conversation): readonly [string, string] => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a < b ? [a, b] : [b, a]
}

/** The other person of a conversation. */
export const otherOf = (address: Conversation, personId: string): string => {
  const [one, other] = pairOf(address)
  return one === personId ? other : one
}

/** The stream id of a person's seat in a room. */
export const seatIdOf = (roomId: string, personId: string): string => `${roomId}.${personId}`

/** The stream id of the reactions to a message. */
export const reactionsIdOf = (roomId: string, seq: number): string => `${roomId}.${seq}`

/**
 * The command id of a message: a UUID (version 8, RFC 9562) from the sender and the client id, so that a retry is
 * always the same command.
 */
export const messageCommandId = (senderId: string, clientId: string): string =>
  nameUuid(`message\n${senderId}\n${clientId}`)

/** The command id of a removal; its receipt proves permanently that the message was removed. */
export const removalCommandId = (roomId: string, seq: number): string => nameUuid(`removal\n${roomId}\n${seq}`)
