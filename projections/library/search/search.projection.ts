import type { ItemId } from "#contract/feeds"
import { ChannelEvents } from "#core/channels"
import { FeedEvents, type FeedFacts, type FetchedItem } from "#core/feeds"
import { channelFeedId, type PostEvent, PostEvents, postItemId, publicMarkdown, renderPost } from "#core/publishing"
import {
  type Change,
  change,
  type Lexeme,
  makeProjection,
  makeVector,
  on,
  PLACE_MAX,
  patch,
  put,
  remove,
  type Vector,
} from "#projections/runner"
import { documentOf, type SearchableItem, type SearchDocument, TAGS_MAX } from "./documentOf.ts"
import { type AboutFeed, feedVectorOf } from "./feedVectorOf.ts"
import { searchFeed, searchItem, withheldSearchFeed } from "./tables.ts"

/** Gap between two parts, so that no phrase spans them. */
const GAP = 20

/** A document as a tsvector: its parts in order, its labels without places. */
const vectorOf = ({ parts, labels }: SearchDocument): Vector => makeVector(lexemesOf(parts, labels))

function* lexemesOf(parts: SearchDocument["parts"], labels: SearchDocument["labels"]): Generator<Lexeme> {
  let from = 0
  for (const { weight, places } of parts) {
    for (const [term, place] of places) yield [term, Math.min(from + place, PLACE_MAX), weight]
    from += (places.at(-1)?.[1] ?? 0) + GAP
  }
  for (const label of labels) yield [label, null, "D"]
}

/** The search index. A separate projection, so that changes of the tokeniser rebuild only this one. */
export const searchables = makeProjection({
  name: "search",
  version: 2,
  // Line breaks of Chinese and Japanese posts are no spaces between words any more.
  changes: { search_item: ["words"] },
  byStream: true,
  tables: [searchItem, searchFeed, withheldSearchFeed],
  handlers: [
    on(FeedEvents, {
      "feeds.FeedAdded.v1": ({ feedId, url }) => [feedChange(feedId, { url })],
      "feeds.FeedMoved.v1": ({ feedId, to }) => [feedChange(feedId, { url: to })],
      "feeds.FeedFetched.v1": ({ feedId, facts, items }, { position }) => [
        ...(facts === null ? [] : [feedChange(feedId, { about: aboutOf(facts) })]),
        ...items.map((item) => itemChange(feedId, position, item)),
      ],
      "feeds.ItemWithheld.v1": ({ itemId }) => [patch(searchItem, [itemId], (row) => ({ ...row, is_withheld: true }))],
      "feeds.ItemReleased.v1": ({ itemId }) => [patch(searchItem, [itemId], (row) => ({ ...row, is_withheld: false }))],
      "feeds.FeedWithheld.v1": ({ feedId }) => [put(withheldSearchFeed, { feed_id: feedId })],
      "feeds.FeedReleased.v1": ({ feedId }) => [remove(withheldSearchFeed, [feedId])],
    }),
    on(ChannelEvents, {
      "channels.ChannelOpened.v1": ({ channelId, channelCode, subject, languages }) => [
        feedChange(channelFeedId(channelId), {
          about: { ...NOTHING_DESCRIBED, title: subject ?? channelCode, language: languages[0] ?? null },
        }),
      ],
      "channels.ChannelDescribed.v1": ({ channelId, subject, bio, languages, tags }) => [
        feedChange(channelFeedId(channelId), {
          about: { title: subject, description: bio, author: null, language: languages[0] ?? null, tags },
        }),
      ],
      "channels.ChannelWithheld.v1": ({ channelId }) => [
        put(withheldSearchFeed, { feed_id: channelFeedId(channelId) }),
      ],
      "channels.ChannelReleased.v1": ({ channelId }) => [remove(withheldSearchFeed, [channelFeedId(channelId)])],
      "channels.ChannelForgotten.v1": ({ channelId }) => [
        remove(searchFeed, [channelFeedId(channelId)]),
        remove(withheldSearchFeed, [channelFeedId(channelId)]),
      ],
    }),
    on(PostEvents, {
      "publishing.PostPublished.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostArchived.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostShown.v1": (event, { position }) => shownPost(event, event.publishedAt, position),
      "publishing.PostRevised.v1": (event) => revisedPost(event),
      "publishing.LevelOpened.v1": (event) => revisedPost(event),
      "publishing.PostHidden.v1": (event) => removedPost(event),
      "publishing.PostWithheld.v1": (event) => removedPost(event),
      "publishing.PostReleased.v1": (event, { position }) =>
        event.isShown ? shownPost(event, event.publishedAt, position) : [],
      "publishing.PostDeleted.v1": (event) => removedPost(event),
    }),
  ],
})

type Version = Omit<Extract<PostEvent, { readonly _tag: "publishing.PostCreated.v1" }>, "_tag" | "createdAt">

/** A published post is found by what everyone may read. */
const shownPost = (version: Version, sortAt: string, position: number): ReadonlyArray<Change> => {
  const item = searchablePost(version)
  return item === null ? [] : [itemChange(item.feedId, position, { ...item, sortAt })]
}

/** The new version of a published post; drafts and hidden posts are not found. */
const revisedPost = (version: Version): ReadonlyArray<Change> => {
  const item = searchablePost(version)
  if (item === null) return []
  const document = documentOf(item)
  return [
    patch(searchItem, [item.itemId], (row) => ({ ...row, language: document.language, words: vectorOf(document) })),
  ]
}

const removedPost = ({ channelId, postId }: { readonly channelId: number; readonly postId: string }) => [
  remove(searchItem, [postItemId(channelId, postId)]),
]

const searchablePost = (version: Version): (SearchableItem & { readonly itemId: ItemId }) | null => {
  const { channelId, postId, title, tags, language } = version
  const text = publicMarkdown(version)
  if (text === null) return null
  return {
    itemId: postItemId(channelId, postId),
    feedId: channelFeedId(channelId),
    ...{ title, summary: null, author: null, link: null, tags: tags ?? [], language },
    contentHtml: renderPost(text, { resolveMedia: () => null }).html,
  }
}

type Item = Pick<FetchedItem, "itemId" | "sortAt"> & Omit<SearchableItem, "feedId">

/** An edited item keeps its position in date order. */
const itemChange = (feedId: string, position: number, item: Item): Change =>
  change(searchItem, [item.itemId], (row) => {
    const document = documentOf({ ...item, feedId })
    return {
      item_id: item.itemId,
      feed_id: feedId,
      sort_at: row?.sort_at ?? item.sortAt,
      position: row?.position ?? position,
      language: document.language,
      words: vectorOf(document),
      is_withheld: row?.is_withheld ?? false,
    }
  })

const feedChange = (feedId: string, described: { readonly url?: string; readonly about?: AboutFeed }): Change =>
  change(searchFeed, [feedId], (row) => {
    const about = described.about ?? row?.about ?? NOTHING_DESCRIBED
    const url = described.url ?? row?.url ?? ""
    return { feed_id: feedId, url, about, words: feedVectorOf(url, about) }
  })

const NOTHING_DESCRIBED: AboutFeed = { title: null, description: null, author: null, language: null, tags: [] }

const aboutOf = ({ title, description, author, language, categories }: FeedFacts): AboutFeed => ({
  title,
  description,
  author,
  language,
  tags: categories.slice(0, TAGS_MAX),
})
