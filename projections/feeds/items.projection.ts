import { linkKey } from "#contract/feeds"
import { FeedEvents, type FetchedItem } from "#core/feeds"
import { shortId } from "#core/kernel"
import { LibraryEvents, longNewsItemId } from "#core/library"
import { type Change, change, hears, makeProjection, put, remove } from "#projections/runner"
import { longNewsChanges } from "./longNews.ts"
import { item, itemBody } from "./tables.ts"

/** Every item of every feed, and every long news: lists in one table, bodies in another. */
export const items = makeProjection({
  name: "items",
  version: 1,
  byStream: true,
  tables: [item, itemBody],
  hears: [
    hears(FeedEvents, {
      "feeds.FeedFetched.v1": ({ feedId, fetchedAt, items: fetched }, { position }) =>
        fetched.flatMap((each) => changesOf(feedId, fetchedAt, position, each)),
    }),
    hears(LibraryEvents, {
      "library.LongNewsUploaded.v1": (news, { position }) => longNewsChanges(news, position),
      "library.LongNewsDeleted.v1": ({ authorCode, newsId }) => {
        const itemId = longNewsItemId(authorCode, newsId)
        return [remove(item, [itemId]), remove(itemBody, [itemId])]
      },
    }),
  ],
})

/** An edited item keeps its place in every list: where it stands was decided when it was first seen. */
const changesOf = (
  feedId: string,
  fetchedAt: string,
  position: number,
  fetched: FetchedItem,
): ReadonlyArray<Change> => [
  change(item, [fetched.itemId], (row) => ({
    item_id: fetched.itemId,
    feed_id: feedId,
    sort_at: row?.sort_at ?? fetched.sortAt,
    position: row?.position ?? position,
    link: fetched.link,
    link_key: pageOf(fetched),
    title: fetched.title ?? "",
    summary: fetched.summary,
    author: fetched.author,
    image_url: fetched.imageUrl,
    video_url: fetched.videoUrl,
    language: fetched.language,
    tags: fetched.tags,
    enclosures: fetched.enclosures,
    duration_seconds: fetched.durationSeconds,
    transcript_url: fetched.transcriptUrl,
    chapters_url: fetched.chaptersUrl,
    published_at: fetched.publishedAt,
    updated_at: fetched.updatedAt,
    first_seen_at: row?.first_seen_at ?? fetchedAt,
  })),
  fetched.contentHtml === null
    ? remove(itemBody, [fetched.itemId])
    : put(itemBody, { item_id: fetched.itemId, content_html: fetched.contentHtml }),
]

/** What the copies of one page in several feeds have in common. Long addresses are named by their digest: an index holds it. */
const pageOf = ({ itemId, link, ownPage }: FetchedItem): string => {
  if (link === null || !ownPage) return itemId
  const key = linkKey(link)
  return key.length <= LINK_KEY_LENGTH_MAX ? key : shortId("page", key)
}

const LINK_KEY_LENGTH_MAX = 300
