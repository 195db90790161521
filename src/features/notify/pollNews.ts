import type { FeedItem } from "#contract/feeds"
import {
  NEWS_PAGE_SIZE,
  type NewsNotice,
  NOTICE_LENGTH_MAX,
  NOTICES_MAX,
  newestSeen,
  unseenNews,
} from "#contract/notifications"
import { apiPost } from "../../lib/apiFetch.ts"
import { LIBRARY_NEWS } from "../../lib/fixedPaths.ts"
import { noticeOptions } from "../../lib/newsNotice.ts"
import { newestShown, refreshList, shownLanguage } from "./newsList.ts"
import { keepNewsState, newsState } from "./newsState.ts"
import { currentSubscription } from "./pushSubscription.ts"

/** Shows a notification through the service worker if possible, which handles a click after the page is closed. */
const showNotification = async (notice: NewsNotice): Promise<void> => {
  if (Notification.permission !== "granted") return
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(notice.title, noticeOptions(notice))
  const shown = new Notification(notice.title, noticeOptions(notice))
  shown.addEventListener("click", () => {
    shown.close()
    window.focus()
    if (location.pathname === LIBRARY_NEWS) location.reload()
    else location.assign(LIBRARY_NEWS)
  })
}

/** Polls library news, shows notifications and updates the list. Fails silently. */
export const pollNews = async (nowMs: number): Promise<void> => {
  keepNewsState({ polledMs: nowMs })
  const { on, seenMs, languageCode } = newsState()
  const shownMs = newestShown()
  const history = await load({
    languageCode: shownLanguage() ?? languageCode,
    index: Math.min(on ? (seenMs ?? 0) : Number.POSITIVE_INFINITY, shownMs ?? Number.POSITIVE_INFINITY),
  })
  if (on) await notify(history)
  if (shownMs !== null && history.some(({ updated }) => updated > shownMs)) await refreshList()
}

const load = async ({ languageCode, index }: { readonly languageCode: string; readonly index: number }) => {
  const answer = await apiPost("Feed/LibraryFeeds", {
    filter: { pageSize: NEWS_PAGE_SIZE, page: 1 },
    languageCode,
    index: Number.isFinite(index) ? index : 0,
  })
  const { data } = (await answer.json()) as { readonly data: { readonly history: ReadonlyArray<FeedItem> } | null }
  return data?.history ?? []
}

/** Shows notifications unless a push does. */
const notify = async (history: ReadonlyArray<FeedItem>): Promise<void> => {
  const { seenMs } = newsState()
  keepNewsState({ seenMs: newestSeen(history, seenMs) })
  if (await currentSubscription()) return
  // The newest comes last and is shown on top.
  for (const { id, title, feeds } of unseenNews(history, seenMs).slice(0, NOTICES_MAX).reverse())
    await showNotification({ id, title: title.slice(0, NOTICE_LENGTH_MAX), body: feeds[0]?.feedName ?? "" })
}
