import { type ChatMessage, type ChatRoom, type ChatSummary, UNREAD_SHOWN_MAX } from "#contract/chat"
import type { RoomAddress } from "../wire.ts"

/** Whether a push concerns a room. */
export const isIn = (
  { Scope, TargetUserCode }: Pick<ChatRoom, "Scope" | "TargetUserCode">,
  { scope, target }: RoomAddress,
): boolean => Scope === scope && TargetUserCode === target

export const addressOf = ({ Scope, TargetUserCode }: Pick<ChatRoom, "Scope" | "TargetUserCode">): RoomAddress => ({
  scope: Scope,
  target: TargetUserCode,
})

export const keyOf = ({ scope, target }: RoomAddress): string => `${scope} ${target}`

/**
 * Moves a room up for a new message and updates its count; own messages move the read pointer. Undefined if the room is
 * not listed and the list must be loaded.
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
    // An author has read everything before.
    ...(found.OtherRead !== undefined && message.SenderUserCode !== userCode ? { OtherRead: message.Seq } : {}),
  }
  return [changed, ...rooms.filter((room) => room !== found)]
}

/**
 * Applies the server's state of a changed room. A creator's room that ended is removed. Returns undefined if the list
 * has to be loaded again: it lacks the room, or the room is a conversation, for which only the list has the other
 * person's read position and whether a person who left still sees it.
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

/** Merges a loaded list with newer pushes. */
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

/** Pointers only move forward. */
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

export const afterOtherRead = (
  rooms: ReadonlyArray<ChatSummary>,
  address: RoomAddress,
  seq: number,
): ReadonlyArray<ChatSummary> =>
  rooms.map((room) =>
    isIn(room, address) && room.OtherRead !== undefined ? { ...room, OtherRead: Math.max(seq, room.OtherRead) } : room,
  )

/** Updates the last message if it was edited or removed. */
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

/** Rooms whose name, code or last message contains the text. */
export const roomsFor = (rooms: ReadonlyArray<ChatSummary>, text: string): ReadonlyArray<ChatSummary> => {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return rooms
  return rooms.filter(({ DisplayName, TargetUserCode, LastMessage }) =>
    [DisplayName, TargetUserCode, LastMessage?.Message ?? ""].some((part) => part.toLowerCase().includes(wanted)),
  )
}

/** Requests do not count. */
export const unreadIn = (rooms: ReadonlyArray<ChatSummary>): number =>
  rooms.reduce((sum, { Request, UnreadCount }) => sum + (Request === true ? 0 : UnreadCount), 0)

/** A count as a badge (specification, section 2). */
export const badgeOf = (count: number): string => (count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count))
