import { line } from "../chat.ts"
import { afterRead } from "./rooms.ts"
import { $opened, $rooms, openedIn } from "./store.ts"

/** The server writes one pointer in a second for a person and room. */
const PAUSE_MS = 1_000

let isPausing = false

/** Notes that the room is read up to a message; what comes within a second is told together. */
export const markRead = (seq: number): void => {
  const opened = $opened.get()
  const rooms = $rooms.get()
  const room = openedIn(rooms, opened)
  if (opened === null || rooms === null || room === undefined || seq <= room.Read || isPausing) return
  isPausing = true
  $rooms.set(afterRead(rooms, opened, seq))
  void line.request("Rd", opened.scope, opened.target, seq)
  setTimeout(() => {
    isPausing = false
    onPauseEnd()
  }, PAUSE_MS)
}

let onPauseEnd = () => {}

/** Looks again what is read now once the pause is over. */
export const whenPauseEnds = (look: () => void): void => {
  onPauseEnd = look
}
