import { type ChatHistory, HISTORY_PAGE_MAX } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { withNewer, withRefreshed } from "./history.ts"
import { $opened } from "./store.ts"

/** Those who were lost together do not all ask at the same moment. */
const SPREAD_MS = 3_000

/** Looks at what is shown anew, soon: what was edited and removed while the connection was away is in no replay. */
export const refreshSoon = (): void => {
  setTimeout(() => void refresh(), Math.random() * SPREAD_MS)
}

const refresh = async (): Promise<void> => {
  const opened = $opened.get()
  const room = $chat.get().historyData?.Room
  let after = ($chat.get().historyData?.Messages[0]?.Seq ?? 1) - 1
  for (;;) {
    if (opened === null || room === undefined) return
    const asked = JSON.stringify({ AfterSeq: after, PageSize: HISTORY_PAGE_MAX })
    const answer = await line.request<ChatHistory>("Lm", opened.scope, opened.target, asked)
    const shown = $chat.get().historyData
    if (!answer.ok || $opened.get() !== opened || shown?.Room !== room || shown.Epoch !== answer.data.Epoch) return
    const fresh = withRefreshed(shown, answer.data.Messages)
    $chat.setKey("historyData", shown.HasNewer ? fresh : withNewer(fresh, answer.data))
    const last = answer.data.Messages.at(-1)?.Seq ?? shown.Known
    if (!answer.data.HasMore || last >= shown.Known) return
    after = last
  }
}
