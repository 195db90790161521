import { Effect } from "effect"
import {
  NEWS_PAGE_SIZE,
  type NewsNotice,
  NOTICE_LENGTH_MAX,
  NOTICES_MAX,
  newestSeen,
  unseenNews,
} from "#contract/notifications"
import { NewsPush, type PushOutcome, type Subscription } from "#core/notifications"
import { type ListedItem, listItems } from "#projections/feeds"

/** Browsers per batch, and concurrent messages. */
const BATCH = 500
const SIDE_BY_SIDE = 16

/**
 * Sends due browsers a notification about library news that they have not seen, in their language. Returns the numbers
 * of browsers that were reached, are gone, and were unreachable.
 */
export const pushNews = Effect.fn("pushNews")(function* () {
  const push = yield* NewsPush
  const outcomes: Record<PushOutcome, number> = { pushed: 0, gone: 0, failed: 0 }
  const loaded = new Map<string | null, ReadonlyArray<News>>()
  for (;;) {
    const due = yield* push.takeDue(BATCH)
    for (const language of new Set(due.map(({ language }) => language)))
      if (!loaded.has(language)) loaded.set(language, yield* newsIn(language))
    const notify = Effect.fnUntraced(function* (browser: Subscription) {
      const news = loaded.get(browser.language) ?? []
      const unseen = unseenNews(news, browser.seenMs).slice(0, NOTICES_MAX)
      if (unseen.length === 0) return
      const notices = unseen.map(({ notice }) => notice)
      outcomes[yield* push.push(browser, { news: notices }, newestSeen(news, browser.seenMs))] += 1
    })
    yield* Effect.forEach(due, notify, { concurrency: SIDE_BY_SIDE, discard: true })
    if (due.length < BATCH) return outcomes
  }
})

type News = { readonly updated: number; readonly notice: NewsNotice }

const newsIn = Effect.fnUntraced(function* (language: string | null) {
  const { items } = yield* listItems({
    feedIds: null,
    languages: language === null ? [] : [language],
    pageSize: NEWS_PAGE_SIZE,
  })
  return items.map((item): News => ({ updated: item.updatedMs, notice: noticeOf(item) }))
})

const noticeOf = ({ itemId, title, feedTitle }: ListedItem): NewsNotice => ({
  id: itemId,
  title: title.slice(0, NOTICE_LENGTH_MAX),
  body: feedTitle.slice(0, NOTICE_LENGTH_MAX),
})
