/** Shared with the browser. Contains no schemas, so that a page that only counts loads no decoder. */

/** A notification about one news item, in the language of its reader. */
export type NewsNotice = { readonly id: string; readonly title: string; readonly body: string }

/** The JSON of a news push. */
export type PushedNews = { readonly news: ReadonlyArray<NewsNotice> }

/** A notification about a message. A repeated id replaces the earlier notification. */
export type MessageNotice = {
  readonly id: string
  readonly title: string
  readonly body: string
  /** A path of the site. */
  readonly path: string
}

/** The JSON of a message push. */
export type PushedMessages = { readonly messages: ReadonlyArray<MessageNotice> }

/** Interval between polls of library news and between pushes to one browser: 30 minutes. */
export const NEWS_POLL_MS = 1_800_000
/** News items per poll and per page. */
export const NEWS_PAGE_SIZE = 20
/** Notifications shown at once; the last one counts the remaining news. */
export const NOTICES_MAX = 3
/** Characters per line of a notification; no system shows more. */
export const NOTICE_LENGTH_MAX = 120

/** News that the reader has not seen, newest first. */
export const unseenNews = <Item extends { readonly updated: number }>(
  news: ReadonlyArray<Item>,
  seenMs: number | null,
): ReadonlyArray<Item> => {
  // Without an earlier poll only the newest item counts as new.
  if (seenMs === null) return news.slice(0, 1)
  return news.filter(({ updated }) => updated > seenMs)
}

/** The time of the newest item, or the earlier value. */
export const newestSeen = (news: ReadonlyArray<{ readonly updated: number }>, seenMs: number | null): number | null =>
  news.reduce<number | null>((newest, { updated }) => Math.max(newest ?? updated, updated), seenMs)

/** Types of notices: from the site, or about the person's account. */
export const NOTICE_TYPES = ["System", "Account"] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/** Filters of the message list. `Chat` are conversations, `Invite` unanswered requests of strangers. */
export const MESSAGE_TYPES = ["All", ...NOTICE_TYPES, "Chat", "Invite"] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** Notices kept per person; older ones are dropped. */
export const NOTICES_KEPT_MAX = 1_000
/** Characters of texts by operators, per language. */
export const NOTICE_TITLE_LENGTH_MAX = 120
export const NOTICE_TEXT_LENGTH_MAX = 2_000
/** Characters of a value inside a notice, such as a browser name or a feed title. */
export const NOTICE_VALUE_LENGTH_MAX = 200
