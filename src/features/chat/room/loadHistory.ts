import { type ChatHistory, type ChatMessage, HISTORY_PAGE, NEED_PERMISSION, SOCKET_OPEN } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import type { RoomAddress, RoomHistory } from "../wire.ts"
import { historyOf, withNewer, withOlder, withReceived } from "./history.ts"
import { repair } from "./repair.ts"
import { $opened, $status, $target, arrived } from "./store.ts"

type Asked =
  | { readonly Direction: "Older" | "Newer" }
  | { readonly Direction: "Older" | "Newer"; readonly Date: string; readonly Seq?: number }

/** Shows the newest messages of the room; while the connection is away, once it is back (resume.ts). */
export const loadLatest = async (): Promise<void> => {
  if ($chat.get().socketState === SOCKET_OPEN) await showLatest()
}

const showLatest = (): Promise<void> => show({ Direction: "Older" }, (page) => historyOf(page, false))

/** Shows the room from the first moment of a day on; its end where nothing was said since. */
export const loadFrom = async (instant: Date): Promise<void> => {
  const from = instant.toISOString()
  $target.set(null)
  await show({ Direction: "Newer", Date: from }, (page) => ({ ...historyOf(page, page.HasMore), HasMore: true }))
  const first = $chat.get().historyData?.Messages[0]
  $target.set(first !== undefined && first.TimeStamp >= from ? first.Seq : null)
}

/** Shows the room around one of its messages. */
export const loadAround = (message: ChatMessage): Promise<void> => {
  $target.set(message.Seq)
  const shown = $chat.get().historyData
  if (shown?.Messages.some(({ Seq }) => Seq === message.Seq)) return Promise.resolve()
  // The page that ends with it; what follows comes as one scrolls.
  return show({ Direction: "Older", Date: message.TimeStamp, Seq: message.Seq + 1 }, (page) => historyOf(page, true))
}

const show = async (asked: Asked, made: (page: ChatHistory) => RoomHistory): Promise<void> => {
  const opened = $opened.get()
  if (opened === null) return
  arrived.length = 0
  $status.set("loading")
  const answer = await ask(opened, asked)
  if ($opened.get() !== opened) return
  // A page of nothing says no number from which one could go on.
  if (answer.ok && asked.Direction === "Newer" && answer.data.Messages.length === 0) return showLatest()
  if (answer.ok) {
    const page = made(answer.data)
    const since = arrived.filter(({ Room, Epoch }) => Room === page.Room && Epoch === page.Epoch)
    $chat.setKey("historyData", since.reduce(withReceived, page))
  }
  $status.set(answer.ok ? "ready" : answer.text === NEED_PERMISSION ? "refused" : "failed")
  void repair()
}

const ask = ({ scope, target }: RoomAddress, asked: Asked) =>
  line.request<ChatHistory>("Lh", scope, target, JSON.stringify({ ...asked, PageSize: HISTORY_PAGE }))

let isGrowing = false

/** Adds the page before what is shown, or the one after it. */
export const loadMore = async (Direction: "Older" | "Newer"): Promise<void> => {
  const opened = $opened.get()
  const shown = $chat.get().historyData
  const edge = Direction === "Older" ? shown?.Messages[0] : shown?.Messages.at(-1)
  if (isGrowing || opened === null || shown === null || edge === undefined) return
  if (Direction === "Older" ? !shown.HasMore : !shown.HasNewer) return
  isGrowing = true
  const answer = await ask(opened, { Direction, Date: edge.TimeStamp, Seq: edge.Seq })
  isGrowing = false
  const now = $chat.get().historyData
  if (!answer.ok || $opened.get() !== opened || now === null) return
  $chat.setKey("historyData", Direction === "Older" ? withOlder(now, answer.data) : withNewer(now, answer.data))
}
