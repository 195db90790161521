import type { ChatSummary } from "#contract/chat"
import { line, setUnread } from "../chat.ts"
import { afterLoad, unreadIn } from "./rooms.ts"
import { $opened, $rooms, $roomsFailed, $status, openedIn } from "./store.ts"

/** People whose presence is asked for at once (docs/socket-protocol.md, Bounds). */
const PRESENCE_MAX = 200

let running: Promise<void> | undefined
let next: Promise<void> | undefined

/** Asks for all rooms, once at a time. What is asked for meanwhile may be newer than the answer: then once more. */
export const loadRooms = (): Promise<void> => {
  if (running !== undefined) {
    next ??= running.then(() => {
      next = undefined
      return loadRooms()
    })
    return next
  }
  running = load().finally(() => {
    running = undefined
  })
  return running
}

const load = async (): Promise<void> => {
  const answer = await line.request<{ readonly Rooms: ReadonlyArray<ChatSummary>; readonly UnreadCount: number }>("Lmh")
  $roomsFailed.set(!answer.ok)
  if (!answer.ok) return
  const { Rooms, UnreadCount } = answer.data
  const before = $rooms.get()
  const rooms = afterLoad(before ?? [], Rooms)
  $rooms.set(rooms)
  const opened = $opened.get()
  // What was theirs and is no more was lost, though the connection may have been away when that was told.
  if (openedIn(before, opened) !== undefined && openedIn(rooms, opened) === undefined) $status.set("refused")
  setUnread(UnreadCount + unreadIn(rooms) - unreadIn(Rooms))
  const people = Rooms.filter(({ Scope }) => Scope === "Person").map(({ TargetUserCode }) => TargetUserCode)
  if (people.length > 0) line.tell("Pr", people.slice(0, PRESENCE_MAX).join(","))
}
