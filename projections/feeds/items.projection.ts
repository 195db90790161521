import { ChannelEvents } from "#core/channels"
import { FeedEvents, type FetchedItem, storyKeyOf } from "#core/feeds"
import { channelFeedId, PostEvents } from "#core/publishing"
import { type Change, change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { removedPost, revisedPost, shownPost } from "./posts.ts"
import { type ItemRow, item, itemBody, withheldFeed } from "./tables.ts"

/** All items of feeds, and posts: lists in one table, bodies in another. */
export const items = makeProjection({
  name: "items",
  version: 3,
  // Pictures of long news, and line breaks of Chinese and Japanese posts, which are no spaces any more.
  changes: { item: ["image_url", "summary"], item_body: ["content_html"] },
  byStream: true,
  tables: [item, itemBody, withheldFeed],
  handlers: [
    on(FeedEvents, {
      "feeds.FeedFetched.v1": ({ feedId, fetchedAt, items: fetched }, { position }) =>
        fetched.flatMap((each) => changesOf(feedId, fetchedAt, position, each)),
      "feeds.StoriesJoined.v1": ({ items: joined }) =>
        joined.map(({ itemId, storyKey }) => patch(item, [itemId], (row) => ({ ...row, link_key: storyKey }))),
      "feeds.ItemWithheld.v1": ({ itemId }) => [patch(item, [itemId], (row) => ({ ...row, is_withheld: true }))],
      "feeds.ItemReleased.v1": ({ itemId }) => [patch(item, [itemId], (row) => ({ ...row, is_withheld: false }))],
      "feeds.FeedWithheld.v1": ({ feedId }) => [put(withheldFeed, { feed_id: feedId })],
      "feeds.FeedReleased.v1": ({ feedId }) => [remove(withheldFeed, [feedId])],
    }),
    on(ChannelEvents, {
      "channels.ChannelWithheld.v1": ({ channelId }) => [put(withheldFeed, { feed_id: channelFeedId(channelId) })],
      "channels.ChannelReleased.v1": ({ channelId }) => [remove(withheldFeed, [channelFeedId(channelId)])],
      "channels.ChannelForgotten.v1": ({ channelId }) => [remove(withheldFeed, [channelFeedId(channelId)])],
    }),
    on(PostEvents, {
      "publishing.PostPublished.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostArchived.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostShown.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostRevised.v1": (event) => revisedPost(event, event.revisedAt),
      "publishing.LevelOpened.v1": (event) => revisedPost(event, event.openedAt),
      "publishing.PostHidden.v1": removedPost,
      "publishing.PostWithheld.v1": removedPost,
      "publishing.PostReleased.v1": (event, { position }) =>
        event.isShown ? shownPost(event, event.publishedAt, position) : [],
      "publishing.PostDeleted.v1": removedPost,
    }),
  ],
})

/** What publishers of feeds publish is for everyone. */
const PUBLIC_LEVEL = 1

/** An edited item keeps its sort key. */
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
    link_key: storyAfter(row, fetched),
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
    level_id: PUBLIC_LEVEL,
    is_withheld: row?.is_withheld ?? false,
  })),
  fetched.contentHtml === null
    ? remove(itemBody, [fetched.itemId])
    : put(itemBody, { item_id: fetched.itemId, content_html: fetched.contentHtml }),
]

/** A story that was found stays after an edit; a key derived from the address follows the new address. */
const storyAfter = (row: ItemRow | null, fetched: FetchedItem): string => {
  if (row === null) return storyKeyOf(fetched)
  const { item_id: itemId, link } = row
  const own = row.link_key === itemId || row.link_key === storyKeyOf({ itemId, link, ownPage: true })
  return own ? storyKeyOf(fetched) : row.link_key
}
