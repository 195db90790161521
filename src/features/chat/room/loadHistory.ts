import { type ChatHistory, type ChatMessage, HISTORY_PAGE, NEED_PERMISSION, SOCKET_OPEN } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import type { RoomAddress, RoomHistory } from "../wire.ts"
import { hasGap, historyOf, withNewer, withOlder, withoutGap, withReceived } from "./history.ts"
import { $opened, $rooms, $status, $target, arrived, openedIn } from "./store.ts"

type HistoryRequest =
  | { readonly Direction: "Older" | "Newer" }
  | { readonly Direction: "Older" | "Newer"; readonly Date: string; readonly Seq?: number }

/** Loads the newest messages; without a connection once it is back (resume.ts). */
export const loadLatest = async (): Promise<void> => {
  if ($chat.get().socketState === SOCKET_OPEN) await showLatest()
}

const showLatest = (): Promise<void> => show({ Direction: "Older" }, (page) => historyOf(page, false))

/** Loads the room from the start of a day, or its end. */
export const loadFrom = async (instant: Date): Promise<void> => {
  const from = instant.toISOString()
  $target.set(null)
  await show({ Direction: "Newer", Date: from }, (page) => ({ ...historyOf(page, page.HasMore), HasMore: true }))
  const first = $chat.get().historyData?.Messages[0]
  $target.set(first !== undefined && first.TimeStamp >= from ? first.Seq : null)
}

export const loadAround = (message: ChatMessage): Promise<void> => {
  $target.set(message.Seq)
  const shown = $chat.get().historyData
  if (shown?.Messages.some(({ Seq }) => Seq === message.Seq)) return Promise.resolve()
  // The page that ends with it; scrolling loads the rest.
  return show({ Direction: "Older", Date: message.TimeStamp, Seq: message.Seq + 1 }, (page) => historyOf(page, true))
}

/** Shows a message by its number, also if it is not loaded. */
export const loadAroundSeq = async (seq: number): Promise<void> => {
  const opened = $opened.get()
  const shown = $chat.get().historyData?.Messages.find(({ Seq }) => Seq === seq)
  if (shown !== undefined || opened === null) return shown && loadAround(shown)
  const query = JSON.stringify({ AfterSeq: seq - 1, PageSize: 1 })
  const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, query)
  const [found] = answer.ok ? answer.data.Messages : []
  if (found?.Seq === seq && $opened.get() === opened) await loadAround(found)
}

const show = async (query: HistoryRequest, made: (page: ChatHistory) => RoomHistory): Promise<void> => {
  const opened = $opened.get()
  if (opened === null) return
  arrived.length = 0
  $status.set("loading")
  const answer = await requestHistory(opened, query)
  if ($opened.get() !== opened) return
  // An empty page has no number to continue from.
  if (answer.ok && query.Direction === "Newer" && answer.data.Messages.length === 0) return showLatest()
  if (answer.ok) {
    const page = made(answer.data)
    const since = arrived.filter(({ Room, Epoch }) => Room === page.Room && Epoch === page.Epoch)
    $chat.setKey("historyData", since.reduce(withReceived, page))
  }
  $status.set(answer.ok ? "ready" : answer.text === NEED_PERMISSION ? "refused" : "failed")
  void repair()
}

const requestHistory = ({ scope, target }: RoomAddress, query: HistoryRequest) =>
  line.request<ChatHistory>("Lh", scope, target, JSON.stringify({ ...query, PageSize: HISTORY_PAGE }))

let isGrowing = false

/** Loads the previous or next page. */
export const loadMore = async (Direction: "Older" | "Newer"): Promise<void> => {
  const opened = $opened.get()
  const shown = $chat.get().historyData
  const edge = Direction === "Older" ? shown?.Messages[0] : shown?.Messages.at(-1)
  if (isGrowing || opened === null || shown === null || edge === undefined) return
  if (Direction === "Older" ? !shown.HasMore : !shown.HasNewer) return
  isGrowing = true
  const answer = await requestHistory(opened, { Direction, Date: edge.TimeStamp, Seq: edge.Seq })
  isGrowing = false
  const now = $chat.get().historyData
  if (!answer.ok || $opened.get() !== opened || now === null) return
  $chat.setKey("historyData", Direction === "Older" ? withOlder(now, answer.data) : withNewer(now, answer.data))
}

/** Missing messages may still be on their way. */
const REPAIR_DELAY_MS = 400
/** Read models may be behind the pushes; after these attempts the messages do not exist. */
const REPAIR_ATTEMPTS_MAX = 5

let isRepairing = false

/** Newer messages are known, from early ones or from the list. */
const isBehind = (shown: RoomHistory): boolean => {
  const head = openedIn($rooms.get(), $opened.get())?.Head ?? 0
  return !shown.HasNewer && (hasGap(shown) || head > shown.Known)
}

/** Fetches missing messages. */
export const repair = async (): Promise<void> => {
  const first = $chat.get().historyData
  if (isRepairing || first === null || !isBehind(first)) return
  isRepairing = true
  for (let attempt = 0; attempt <= REPAIR_ATTEMPTS_MAX; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, REPAIR_DELAY_MS * 2 ** attempt))
    const opened = $opened.get()
    const shown = $chat.get().historyData
    if (opened === null || shown === null || !isBehind(shown)) break
    if (attempt === REPAIR_ATTEMPTS_MAX) {
      $chat.setKey("historyData", withoutGap(shown))
      break
    }
    const query = JSON.stringify({ AfterSeq: shown.Known, PageSize: HISTORY_PAGE })
    const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, query)
    const now = $chat.get().historyData
    if (!answer.ok || $opened.get() !== opened || now?.Room !== shown.Room) continue
    const filled = withNewer(now, answer.data)
    // Progress: start counting again.
    if (filled.Known > now.Known) attempt = -1
    $chat.setKey("historyData", filled)
  }
  isRepairing = false
}
