import { outgoingOf } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { loadLatest } from "./loadHistory.ts"
import { $opened, $outgoing, $readBefore, $rooms, type OpenedRoom, openedIn, resetRoom } from "./store.ts"

/** Shows a room, or none. */
export const openRoom = async (opened: OpenedRoom | null): Promise<void> => {
  const before = $opened.get()
  if (before !== null && before.scope === opened?.scope && before.target === opened.target) return
  $opened.set(opened)
  resetRoom()
  $chat.setKey("historyData", null)
  $chat.setKey("searchChatData", null)
  if (opened === null) return
  $readBefore.set(openedIn($rooms.get(), opened)?.Read ?? null)
  await Promise.all([loadLatest(), showOutgoing()])
}

/** Shows what waits to be sent in the room. */
export const showOutgoing = async (): Promise<void> => {
  const opened = $opened.get()
  if (opened === null) return
  const waiting = await outgoingOf(opened)
  if ($opened.get() === opened) $outgoing.set(waiting)
}
