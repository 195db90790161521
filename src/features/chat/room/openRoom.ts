import type { ChatMessage } from "#contract/chat"
import { outgoingOf } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { loadAround, loadLatest } from "./loadHistory.ts"
import { isIn } from "./rooms.ts"
import { $opened, $outgoing, $readBefore, $rooms, $sought, type OpenedRoom, openedIn, resetRoom } from "./store.ts"

/** A found message and the search term. */
interface Sought {
  readonly message: ChatMessage
  readonly text: string
}

let sought: Sought | null = null

/** The next opened room shows this message. */
export const openAround = (found: Sought): void => {
  sought = found
}

/** Null closes the room. */
export const openRoom = async (opened: OpenedRoom | null): Promise<void> => {
  const before = $opened.get()
  const around = sought !== null && opened !== null && isIn(sought.message, opened) ? sought : null
  sought = null
  if (before !== null && before.scope === opened?.scope && before.target === opened.target) {
    if (around !== null) await show(around)
    return
  }
  $opened.set(opened)
  resetRoom()
  $chat.setKey("historyData", null)
  $chat.setKey("searchChatData", null)
  if (opened === null) return
  $readBefore.set(openedIn($rooms.get(), opened)?.Read ?? null)
  await Promise.all([around === null ? loadLatest() : show(around), showOutgoing()])
}

const show = ({ message, text }: Sought): Promise<void> => {
  $sought.set(text)
  return loadAround(message)
}

/** Shows queued messages of the room. */
export const showOutgoing = async (): Promise<void> => {
  const opened = $opened.get()
  if (opened === null) return
  const waiting = await outgoingOf(opened)
  if ($opened.get() === opened) $outgoing.set(waiting)
}
