import { NEWS_POLL_MS } from "#contract/notifications"
import { NEWS_PUSHED } from "../../lib/newsNotice.ts"
import { newestShown, refreshList } from "./newsList.ts"
import { newsState } from "./newsState.ts"
import { pollNews } from "./pollNews.ts"
import { serveSwitch } from "./switch.ts"

// Comes alive where news are to be asked for, or when the switch is touched.

let page: Element | null = null
/** When the page last showed what there is: a list does so when it is opened. */
let askedMs = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/** Half an hour after this page asked; where no list is shown, also after any other tab did. */
const dueMs = (): number => Math.max(askedMs, newestShown() === null ? newsState().polledMs : 0) + NEWS_POLL_MS

const keepAsking = (): void => {
  if (newestShown() === null && !newsState().on) return
  const nowMs = Date.now()
  if (nowMs >= dueMs()) {
    askedMs = nowMs
    // Silent: nobody did anything that failed, and the next poll comes.
    pollNews(nowMs).catch(() => {})
  }
  clearTimeout(waiting)
  waiting = setTimeout(keepAsking, Math.max(dueMs() - nowMs, 0))
}

/** While something plays, pages follow each other within one document (src/features/player/stay.ts). */
const look = (openedMs: number): void => {
  const opened = document.querySelector("main")
  if (opened === page) return
  page = opened
  askedMs = newestShown() === null ? 0 : openedMs
  serveSwitch()
  keepAsking()
}

look(Date.now() - performance.now())
addEventListener("popstate", () => look(Date.now()))
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === NEWS_PUSHED) refreshList().catch(() => {})
})
