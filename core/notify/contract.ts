/** A notification about one item of the library's news, in the words in which it is shown. */
export type NewsNotice = { readonly id: string; readonly title: string; readonly body: string }

/** What a push message holds, as JSON. */
export type PushedNews = { readonly news: ReadonlyArray<NewsNotice> }
