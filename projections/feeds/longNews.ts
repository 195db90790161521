import { type LibraryEvent, longNewsFeedId, longNewsItemId } from "#core/library"
import { type Change, put } from "#projections/runner"
import { type FeedRow, item, itemBody } from "./tables.ts"

/** Long news have no levels. */
const PUBLIC_LEVEL = 1

type Uploaded = Extract<LibraryEvent, { readonly _tag: "library.LongNewsUploaded.v1" }>

/** A long-news item as an item of its author's feed. A deleted one has no text and is removed. */
export const longNewsChanges = (news: Uploaded, position: number): ReadonlyArray<Change> => {
  const { newsId, authorCode, uploadedAt, title, summary, contentHtml } = news
  if (title === null || contentHtml === null) return []
  const itemId = longNewsItemId(authorCode, newsId)
  return [
    put(item, {
      item_id: itemId,
      feed_id: longNewsFeedId(authorCode),
      sort_at: uploadedAt,
      position,
      link: null,
      link_key: itemId,
      title,
      summary,
      author: authorCode,
      image_url: news.imageUrl,
      video_url: null,
      language: news.language,
      tags: news.tags ?? [],
      enclosures: [],
      duration_seconds: null,
      transcript_url: null,
      chapters_url: null,
      published_at: uploadedAt,
      updated_at: null,
      first_seen_at: uploadedAt,
      level_id: PUBLIC_LEVEL,
      is_withheld: false,
    }),
    put(itemBody, { item_id: itemId, content_html: contentHtml }),
  ]
}

/** The feed of an author's long news. It is not fetched, and has the author's code in the directory. */
export const longNewsFeed = (row: FeedRow | null, { authorCode, uploadedAt, language }: Uploaded): FeedRow => {
  const feedId = longNewsFeedId(authorCode)
  const before = row ?? {
    ...EMPTY_FEED,
    feed_id: feedId,
    code: authorCode,
    title: authorCode,
    url: `/feeds/follows.rss?feeds=${feedId}`,
    link: `/user/${encodeURIComponent(authorCode)}`,
    added_at: uploadedAt,
  }
  return {
    ...before,
    language: language ?? before.language,
    item_count: before.item_count + 1,
    last_updated: uploadedAt,
    fetched_at: uploadedAt,
  }
}

/** What is not known of a feed of ours. */
export const EMPTY_FEED = {
  description: null,
  icon_url: null,
  language: null,
  author: null,
  source: "QI",
  content_type: "article",
  tags: [],
  item_count: 0,
  is_listed: true,
  is_withheld: false,
  last_updated: null,
  fetched_at: null,
  failed_at: null,
  failure: null,
  failure_status: null,
  failure_detail: null,
  problems: [],
} as const satisfies Partial<FeedRow>
