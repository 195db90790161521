import { type ChatHistory, HISTORY_PAGE_MAX } from "#contract/chat"
import { line } from "../chat.ts"
import { historyOf, withNewer } from "./history.ts"
import { $opened, $thread, $threadSeq } from "./store.ts"

/** Pages of a thread that are shown. */
const THREAD_PAGES_MAX = 3

/** Loads a message with the replies to it. */
export const loadThread = async (seq: number): Promise<void> => {
  const opened = $opened.get()
  if (opened === null) return
  let after = 0
  let shown = null
  for (let page = 0; page < THREAD_PAGES_MAX; page += 1) {
    const query = JSON.stringify({ Thread: seq, AfterSeq: after, PageSize: HISTORY_PAGE_MAX })
    const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, query)
    if (!answer.ok || $opened.get() !== opened || $threadSeq.get() !== seq) return
    shown = shown === null ? historyOf(answer.data, false) : withNewer(shown, answer.data)
    shown = { ...shown, HasMore: answer.data.HasMore }
    after = answer.data.Messages.at(-1)?.Seq ?? after
    if (!answer.data.HasMore) break
  }
  $thread.set(shown)
}
