import { type ChatHistory, type ChatMessage, HISTORY_PAGE_MAX } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { withNewer, withRefreshed } from "./history.ts"
import { loadLatest, repair } from "./loadHistory.ts"
import { loadThread } from "./loadThread.ts"
import { $opened, $status, $threadSeq } from "./store.ts"

interface Resumed {
  readonly Rooms: ReadonlyArray<{
    readonly Room: string
    readonly Status: "current" | "replayed" | "reload"
    readonly Messages?: ReadonlyArray<ChatMessage>
  }>
}

/** After a reconnect: replays or reloads the open room. */
export const resume = async (): Promise<void> => {
  const opened = $opened.get()
  const shown = $chat.get().historyData
  if (opened === null) return
  const threadSeq = $threadSeq.get()
  if (threadSeq !== null) void loadThread(threadSeq)
  // Not loaded or not readable before: it may be readable now.
  if (shown === null || $status.get() === "refused") return loadLatest()
  refreshSoon()
  // A part of the past misses nothing; its end is loaded by scrolling.
  if (shown.HasNewer) return
  const rooms = [{ Room: shown.Room, Epoch: shown.Epoch, Seq: shown.Known }]
  const answer = await line.request<Resumed>("Rs", JSON.stringify(rooms))
  const now = $chat.get().historyData
  if ($opened.get() !== opened || now?.Room !== shown.Room) return
  const room = answer.ok ? answer.data.Rooms.find(({ Room }) => Room === shown.Room) : undefined
  if (room?.Status === "replayed") {
    $chat.setKey("historyData", withNewer(now, { Messages: room.Messages ?? [], HasMore: false }))
    await repair()
  } else if (room?.Status !== "current") await loadLatest()
}

/** Spreads the requests of many reconnecting clients. */
const SPREAD_MS = 3_000

/** Reloads shown messages soon: replays contain no edits and removals. */
export const refreshSoon = (): void => {
  setTimeout(() => void refresh(), Math.random() * SPREAD_MS)
}

const refresh = async (): Promise<void> => {
  const opened = $opened.get()
  const room = $chat.get().historyData?.Room
  let after = ($chat.get().historyData?.Messages[0]?.Seq ?? 1) - 1
  for (;;) {
    if (opened === null || room === undefined) return
    const query = JSON.stringify({ AfterSeq: after, PageSize: HISTORY_PAGE_MAX })
    const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, query)
    const shown = $chat.get().historyData
    if (!answer.ok || $opened.get() !== opened || shown?.Room !== room || shown.Epoch !== answer.data.Epoch) return
    const fresh = withRefreshed(shown, answer.data.Messages)
    $chat.setKey("historyData", shown.HasNewer ? fresh : withNewer(fresh, answer.data))
    const last = answer.data.Messages.at(-1)?.Seq ?? shown.Known
    if (!answer.data.HasMore || last >= shown.Known) return
    after = last
  }
}
