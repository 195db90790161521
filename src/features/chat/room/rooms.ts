import { type ChatMessage, type ChatRoom, type ChatSummary, UNREAD_SHOWN_MAX } from "#contract/chat"
import type { RoomAddress } from "../wire.ts"

/** Whether something of the socket is about a room. */
export const isIn = (
  { Scope, TargetUserCode }: Pick<ChatRoom, "Scope" | "TargetUserCode">,
  { scope, target }: RoomAddress,
): boolean => Scope === scope && TargetUserCode === target

export const addressOf = ({ Scope, TargetUserCode }: Pick<ChatRoom, "Scope" | "TargetUserCode">): RoomAddress => ({
  scope: Scope,
  target: TargetUserCode,
})

/** Names a room within this browser. */
export const keyOf = ({ scope, target }: RoomAddress): string => `${scope} ${target}`

/**
 * Moves a room up for a message that came. What is unread is what comes after the read pointer, and one's own message moves
 * that. Undefined where the list does not have the room, and is to be asked for anew.
 */
export const afterMessage = (
  rooms: ReadonlyArray<ChatSummary>,
  message: ChatMessage,
  userCode: string,
): ReadonlyArray<ChatSummary> | undefined => {
  const found = rooms.find((room) => isIn(room, addressOf(message)))
  if (found === undefined || found.Epoch !== message.Epoch) return undefined
  if (message.Seq <= found.Head) return rooms
  const Read = message.SenderUserCode === userCode ? message.Seq : found.Read
  const changed: ChatSummary = {
    ...found,
    LastMessage: message,
    Head: message.Seq,
    Read,
    UnreadCount: message.Seq - Read,
    // Whoever writes has read what stands before it.
    ...(found.OtherRead !== undefined && message.SenderUserCode !== userCode ? { OtherRead: message.Seq } : {}),
  }
  return [changed, ...rooms.filter((room) => room !== found)]
}

/**
 * Takes over what the server says of a room that changed. One of a creator's rooms that ended is gone from the list. Undefined
 * where the list is to be asked for anew: it does not have the room, or the room is a conversation. How far the other one has
 * read is told in the list alone, and so is whether it is still there for who left it.
 */
export const afterChange = (
  rooms: ReadonlyArray<ChatSummary>,
  changed: ChatRoom,
): ReadonlyArray<ChatSummary> | undefined => {
  const found = rooms.find((room) => isIn(room, addressOf(changed)))
  if (changed.Scope !== "Person" && changed.State === "ended") return rooms.filter((room) => room !== found)
  if (found === undefined || found.Epoch !== changed.Epoch || changed.Scope === "Person") return undefined
  return rooms.map((room) => (room === found ? { ...room, ...changed } : room))
}

/** Takes over a list that was asked for, but for what came of a room while it was on its way. */
export const afterLoad = (
  rooms: ReadonlyArray<ChatSummary>,
  loaded: ReadonlyArray<ChatSummary>,
): ReadonlyArray<ChatSummary> =>
  loaded.map((room) => {
    const known = rooms.find((each) => isIn(each, addressOf(room)))
    if (known === undefined || known.Epoch !== room.Epoch) return room
    if (known.Head <= room.Head && known.Read <= room.Read) return room
    const { Head, LastMessage } = known.Head > room.Head ? known : room
    const Read = Math.max(known.Read, room.Read)
    return { ...room, Head, LastMessage, Read, UnreadCount: Head - Read }
  })

/** Notes up to where a room is read. Pointers only move forward. */
export const afterRead = (
  rooms: ReadonlyArray<ChatSummary>,
  address: RoomAddress,
  seq: number,
): ReadonlyArray<ChatSummary> =>
  rooms.map((room) => {
    if (!isIn(room, address) || seq <= room.Read) return room
    const Read = Math.min(seq, room.Head)
    return { ...room, Read, UnreadCount: room.Head - Read }
  })

/** Notes up to where the other one of two has read, where that is told. */
export const afterOtherRead = (
  rooms: ReadonlyArray<ChatSummary>,
  address: RoomAddress,
  seq: number,
): ReadonlyArray<ChatSummary> =>
  rooms.map((room) =>
    isIn(room, address) && room.OtherRead !== undefined ? { ...room, OtherRead: Math.max(seq, room.OtherRead) } : room,
  )

/** Changes the last message of a room, where it is the one that was edited or removed. */
export const afterEdit = (
  rooms: ReadonlyArray<ChatSummary>,
  address: RoomAddress,
  changed: Partial<ChatMessage> & Pick<ChatMessage, "Seq">,
): ReadonlyArray<ChatSummary> =>
  rooms.map((room) =>
    isIn(room, address) && room.LastMessage?.Seq === changed.Seq && !room.LastMessage.Removed
      ? { ...room, LastMessage: { ...room.LastMessage, ...changed } }
      : room,
  )

/** The rooms whose name, code or last message holds what is looked for. */
export const roomsFor = (rooms: ReadonlyArray<ChatSummary>, text: string): ReadonlyArray<ChatSummary> => {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return rooms
  return rooms.filter(({ DisplayName, TargetUserCode, LastMessage }) =>
    [DisplayName, TargetUserCode, LastMessage?.Message ?? ""].some((part) => part.toLowerCase().includes(wanted)),
  )
}

/** How many messages are unread in all of them. Those of a request are no messages yet. */
export const unreadIn = (rooms: ReadonlyArray<ChatSummary>): number =>
  rooms.reduce((sum, { Request, UnreadCount }) => sum + (Request === true ? 0 : UnreadCount), 0)

/** A count as a badge shows it (specification, section 2). */
export const badgeOf = (count: number): string => (count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count))
