import { type ChatHistory, HISTORY_PAGE } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import type { RoomHistory } from "../wire.ts"
import { hasGap, withNewer, withoutGap } from "./history.ts"
import { $opened, $rooms, openedIn } from "./store.ts"

/** What is missing may only be on its way. */
const PATIENCE_MS = 400
/** Read models may be a moment behind what the socket told; after this many looks nobody has it any more. */
const LOOKS_MAX = 5

let isRepairing = false

/** Whether messages are known to be that are not there: later ones came, or the list of rooms counts more. */
const isBehind = (shown: RoomHistory): boolean => {
  const head = openedIn($rooms.get(), $opened.get())?.Head ?? 0
  return !shown.HasNewer && (hasGap(shown) || head > shown.Known)
}

/** Fetches messages that are missing between what is shown and what is known to be. */
export const repair = async (): Promise<void> => {
  const first = $chat.get().historyData
  if (isRepairing || first === null || !isBehind(first)) return
  isRepairing = true
  for (let look = 0; look <= LOOKS_MAX; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS * 2 ** look))
    const opened = $opened.get()
    const shown = $chat.get().historyData
    if (opened === null || shown === null || !isBehind(shown)) break
    if (look === LOOKS_MAX) {
      $chat.setKey("historyData", withoutGap(shown))
      break
    }
    const asked = JSON.stringify({ AfterSeq: shown.Known, PageSize: HISTORY_PAGE })
    const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, asked)
    const now = $chat.get().historyData
    if (!answer.ok || $opened.get() !== opened || now?.Room !== shown.Room) continue
    const filled = withNewer(now, answer.data)
    // As long as something comes of it, what is missing is there.
    if (filled.Known > now.Known) look = -1
    $chat.setKey("historyData", filled)
  }
  isRepairing = false
}
