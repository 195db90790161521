import type { ChatMessage } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { withNewer } from "./history.ts"
import { loadLatest } from "./loadHistory.ts"
import { refreshSoon } from "./refresh.ts"
import { repair } from "./repair.ts"
import { $opened, $status } from "./store.ts"

interface Resumed {
  readonly Rooms: ReadonlyArray<{
    readonly Room: string
    readonly Status: "current" | "replayed" | "reload"
    readonly Messages?: ReadonlyArray<ChatMessage>
  }>
}

/** After the connection was away: brings what the shown room missed, or loads it anew where that is too much. */
export const resume = async (): Promise<void> => {
  const opened = $opened.get()
  const shown = $chat.get().historyData
  if (opened === null) return
  // Nothing is known yet, or the room could not be read: it may be readable now.
  if (shown === null || $status.get() === "refused") return loadLatest()
  refreshSoon()
  // A part of the past misses nothing new; its end is asked for when it is come to.
  if (shown.HasNewer) return
  const asked = [{ Room: shown.Room, Epoch: shown.Epoch, Seq: shown.Known }]
  const answer = await line.request<Resumed>("Rs", JSON.stringify(asked))
  const now = $chat.get().historyData
  if ($opened.get() !== opened || now?.Room !== shown.Room) return
  const room = answer.ok ? answer.data.Rooms.find(({ Room }) => Room === shown.Room) : undefined
  if (room?.Status === "replayed") {
    $chat.setKey("historyData", withNewer(now, { Messages: room.Messages ?? [], HasMore: false }))
    await repair()
  } else if (room?.Status !== "current") await loadLatest()
}
