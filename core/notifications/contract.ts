/** What a browser may know of notifications: how often, how many, and what a push brings. */
export { NEWS_PAGE_SIZE, NEWS_POLL_MS, NOTICE_LENGTH_MAX, NOTICES_MAX } from "./news/sizes.ts"
export { newestSeen, unseenNews } from "./news/unseenNews.ts"

/** A notification about one item of the library's news, in the words in which it is shown. */
export type NewsNotice = { readonly id: string; readonly title: string; readonly body: string }

/** What a push message holds, as JSON. */
export type PushedNews = { readonly news: ReadonlyArray<NewsNotice> }

/** A notification about a message: where it leads, and what it says. The same id replaces what was shown before. */
export type MessageNotice = {
  readonly id: string
  readonly title: string
  readonly body: string
  /** A path of the site. */
  readonly path: string
}

/** What a push about messages holds, as JSON. */
export type PushedMessages = { readonly messages: ReadonlyArray<MessageNotice> }
export { MESSAGE_TYPES, type MessageType, NOTICE_TYPES, type NoticeType } from "./notices/Notice.ts"
export { NOTICE_TEXT_LENGTH_MAX, NOTICE_TITLE_LENGTH_MAX, NOTICES_KEPT_MAX } from "./notices/sizes.ts"
