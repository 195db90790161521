import { Effect, Result } from "effect"
import { currentTimeIso } from "#core/kernel"
import { type FeedFetched, type FetchedItem, StoriesJoined } from "../events.ts"
import type { FeedWriter } from "../poll/checkFeed.ts"
import { Headlines, type StoredHeadline, type StoryCandidate } from "./Headlines.ts"
import { areSameStory, headlineOf } from "./headline.ts"
import { storyKeyOf } from "./storyKey.ts"

type Tools = { readonly headlines: (typeof Headlines)["Service"]; readonly write: FeedWriter }

/**
 * Finds new items that tell the same story as items of other feeds: by the same page, then by a similar title within
 * days. Records the matches and returns their number. Idempotent.
 */
export const joinStories = ({ headlines, write }: Tools) =>
  Effect.fn("joinStories")(function* ({ feedId, fetchedAt, items }: FeedFetched) {
    const own = items
      .filter((item) => item.isNew && Headlines.isRecent(Date.parse(item.sortAt), Date.parse(fetchedAt)))
      .map((item) => headlineRow(feedId, item))
    if (own.length === 0) return 0
    const candidates = Map.groupBy(yield* headlines.candidates(own), ({ ofItem }) => ofItem)
    const settled = own.map((row) => ({ ...row, storyKey: storyOf(row, candidates.get(row.itemId) ?? []) }))
    const joined = settled.filter(({ storyKey, pageKey }) => storyKey !== pageKey)
    if (joined.length > 0) {
      const found = joined.map(({ itemId, storyKey }) => ({ itemId, storyKey }))
      const joinedAt = yield* currentTimeIso
      yield* write(feedId, () => Result.succeed([StoriesJoined.make({ feedId, joinedAt, items: found })])).pipe(
        Effect.orDie,
      )
    }
    yield* headlines.keep(settled)
    return joined.length
  })

const headlineRow = (feedId: string, item: FetchedItem): StoredHeadline => {
  const headline = item.title === null ? null : headlineOf(item.title)
  const pageKey = storyKeyOf(item)
  const language = item.language === null || item.language === "und" ? null : (item.language.split("-")[0] ?? null)
  return {
    itemId: item.itemId,
    feedId,
    pageKey,
    storyKey: pageKey,
    language,
    sortMs: Date.parse(item.sortAt),
    shingles: headline?.shingles ?? null,
    numbers: headline?.numbers ?? null,
    bands: headline?.bands ?? null,
  }
}

/** The story of an item: that of its page, otherwise of the first similar headline. */
const storyOf = (row: StoredHeadline, candidates: ReadonlyArray<StoryCandidate>): string => {
  const samePage = candidates.find(({ pageKey }) => pageKey === row.pageKey)
  if (samePage !== undefined) return samePage.storyKey
  const same = candidates.filter((other) => isSameStory(row, other))
  // A title that one feed repeats within days names a series, not a story.
  const feeds = same.map(({ feedId }) => feedId)
  if (feeds.includes(row.feedId) || new Set(feeds).size < feeds.length) return row.pageKey
  return same[0]?.storyKey ?? row.pageKey
}

const isSameStory = (one: StoredHeadline, other: StoryCandidate): boolean =>
  one.shingles !== null &&
  one.numbers !== null &&
  other.shingles !== null &&
  other.numbers !== null &&
  areSameStory({ shingles: one.shingles, numbers: one.numbers }, { shingles: other.shingles, numbers: other.numbers })
