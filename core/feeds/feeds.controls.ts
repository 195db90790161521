/** Example events of feeds, for tests and seeds. */
import { FeedAdded, type FeedFacts, FeedFailed, FeedFetched, FeedMoved, type FetchedItem } from "./events.ts"
import { feedIdOf, itemIdOf } from "./ids.ts"

export const exampleUrl = "https://blog.example/feed.xml"
export const exampleFeedId = feedIdOf(exampleUrl)
export const exampleNow = "2026-01-31T12:00:00.000Z"

export const exampleFacts: FeedFacts = {
  title: "The example",
  description: "Notes on examples",
  link: "https://blog.example/",
  iconUrl: "https://blog.example/icon.png",
  language: "en",
  author: "Ada Example",
  categories: ["Examples"],
  hubs: [],
  source: "RSS",
  contentType: "article",
}

/** An item of a document, identified by `guid`; `more` overrides fields. */
export const exampleItem = (guid: string, more: Partial<FetchedItem> = {}): Omit<FetchedItem, "isNew"> => ({
  itemId: itemIdOf(exampleFeedId, `guid:${guid}`),
  keys: [`link:blog.example/${guid}`],
  fingerprint: `words of ${guid}`,
  link: `https://blog.example/${guid}`,
  ownPage: true,
  title: `About ${guid}`,
  summary: `In short: ${guid}`,
  contentHtml: `<p>At length: ${guid}</p>`,
  author: null,
  publishedAt: "2026-01-30T08:00:00.000Z",
  updatedAt: null,
  sortAt: "2026-01-30T08:00:00.000Z",
  imageUrl: null,
  videoUrl: null,
  tags: [],
  language: null,
  enclosures: [],
  durationSeconds: null,
  transcriptUrl: null,
  chaptersUrl: null,
  ...more,
})

/** An item as its first event holds it. */
export const newItem = (guid: string, more: Partial<FetchedItem> = {}): FetchedItem => ({
  ...exampleItem(guid, more),
  isNew: true,
})

export const exampleAdded = FeedAdded.make({
  feedId: exampleFeedId,
  url: exampleUrl,
  source: "RSS",
  addedAt: exampleNow,
})

/** A fetch with one new item; `more` overrides fields. */
export const exampleFetched = (more: Partial<Omit<FeedFetched, "_tag">> = {}): FeedFetched =>
  FeedFetched.make({
    feedId: exampleFeedId,
    fetchedAt: exampleNow,
    facts: exampleFacts,
    items: [newItem("one")],
    problems: null,
    ...more,
  })

export const exampleFailed = FeedFailed.make({
  feedId: exampleFeedId,
  failedAt: exampleNow,
  reason: "fetch.httpStatus.missing",
  status: 404,
  detail: exampleUrl,
})

export const exampleMoved = FeedMoved.make({
  feedId: exampleFeedId,
  movedAt: exampleNow,
  from: exampleUrl,
  to: "https://blog.example/feed",
})
