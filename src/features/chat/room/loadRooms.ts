import type { ChatSummary } from "#contract/chat"
import { line, setUnread } from "../chat.ts"
import { afterLoad, unreadIn } from "./rooms.ts"
import { $opened, $rooms, $roomsFailed, $status, openedIn } from "./store.ts"

/** People whose presence is requested at once (docs/socket-protocol.md, Bounds). */
const PRESENCE_MAX = 200

let running: Promise<void> | undefined
let next: Promise<void> | undefined

/** Loads all rooms, one load at a time. A request during a load causes another one. */
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

/** A page of rooms and the ids of the remaining ones. */
interface ListPage {
  readonly Rooms: ReadonlyArray<ChatSummary>
  readonly UnreadCount: number
  readonly More?: ReadonlyArray<string>
}

/** The whole list, page by page; undefined on failure. The first page is shown at once if there is no list. */
const loadAll = async (): Promise<ListPage | undefined> => {
  const Rooms: Array<ChatSummary> = []
  for (let more: ReadonlyArray<string> | undefined; ; ) {
    const answer = await line.request<ListPage>("Lmh", ...(more === undefined ? [] : [more.join(",")]))
    if (!answer.ok) return undefined
    Rooms.push(...answer.data.Rooms)
    more = answer.data.More
    if (more === undefined) return { Rooms, UnreadCount: answer.data.UnreadCount }
    if ($rooms.get() === null) $rooms.set(Rooms)
  }
}

const load = async (): Promise<void> => {
  const all = await loadAll()
  $roomsFailed.set(all === undefined)
  if (all === undefined) return
  const { Rooms, UnreadCount } = all
  const before = $rooms.get()
  const rooms = afterLoad(before ?? [], Rooms)
  $rooms.set(rooms)
  const opened = $opened.get()
  // The person lost the room, perhaps while disconnected.
  if (openedIn(before, opened) !== undefined && openedIn(rooms, opened) === undefined) $status.set("refused")
  setUnread(UnreadCount + unreadIn(rooms) - unreadIn(Rooms))
  const people = Rooms.filter(({ Scope }) => Scope === "Person").map(({ TargetUserCode }) => TargetUserCode)
  if (people.length > 0) line.send("Pr", people.slice(0, PRESENCE_MAX).join(","))
}
