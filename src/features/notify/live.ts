import { NEWS_POLL_MS } from "#contract/notify"
import { NEWS_PUSHED } from "../../lib/newsNotice.ts"
import { newestShown, refreshList } from "./newsList.ts"
import { newsState } from "./newsState.ts"
import { pollNews } from "./pollNews.ts"
import { serveSwitch } from "./switch.ts"

// Comes alive where news are to be asked for, or when the switch is touched: once a page.

const hasList = newestShown() !== null
/** When this page last showed what there is: a list does so when it is opened. */
let askedMs = hasList ? Date.now() - performance.now() : 0

/** Half an hour after this page asked; where no list is shown, also after any other tab did. */
const dueMs = () => Math.max(askedMs, hasList ? 0 : newsState().polledMs) + NEWS_POLL_MS

const keepAsking = (): void => {
  if (!hasList && !newsState().on) return
  const nowMs = Date.now()
  if (nowMs >= dueMs()) {
    askedMs = nowMs
    // Silent: nobody did anything that failed, and the next poll comes.
    pollNews(nowMs).catch(() => {})
  }
  setTimeout(keepAsking, Math.max(dueMs() - nowMs, 0))
}

serveSwitch()
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === NEWS_PUSHED) refreshList().catch(() => {})
})
keepAsking()
