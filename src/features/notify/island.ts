import { NEWS_POLL_MS } from "#contract/notifications"
import { NEWS_PUSHED } from "../../lib/newsNotice.ts"
import { newestShown, refreshList } from "./newsList.ts"
import { newsState } from "./newsState.ts"
import { serveSwitch } from "./newsSwitch.ts"
import { pollNews } from "./pollNews.ts"

// Starts polling when news are due, or when the switch is used.

let page: Element | null = null
/** When the page last showed its list; opening a list counts. */
let askedMs = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/** Half an hour after the last poll of this page or, without a list, of any tab. */
const dueMs = (): number => Math.max(askedMs, newestShown() === null ? newsState().polledMs : 0) + NEWS_POLL_MS

const keepAsking = (): void => {
  if (newestShown() === null && !newsState().on) return
  const nowMs = Date.now()
  if (nowMs >= dueMs()) {
    askedMs = nowMs
    // Fails silently: the next poll follows.
    pollNews(nowMs).catch(() => {})
  }
  clearTimeout(waiting)
  waiting = setTimeout(keepAsking, Math.max(dueMs() - nowMs, 0))
}

/** During playback, pages change within one document (src/features/player). */
const check = (openedMs: number): void => {
  const opened = document.querySelector("main")
  if (opened === page) return
  page = opened
  askedMs = newestShown() === null ? 0 : openedMs
  serveSwitch()
  keepAsking()
}

check(Date.now() - performance.now())
addEventListener("popstate", () => check(Date.now()))
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === NEWS_PUSHED) refreshList().catch(() => {})
})
