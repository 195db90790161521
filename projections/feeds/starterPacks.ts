import { Effect } from "effect"
import { sql as raw } from "kysely"
import { Sql } from "#core/kernel"
import { isAnyOf } from "#projections/runner"
import { type DirectoryFeed, directoryFeeds } from "./listFeeds.ts"
import { listTopics } from "./topics.ts"

/** Feeds of a pack: a guest can follow two packs. */
export const PACK_FEEDS_MAX = 5
const PACK_FEEDS_MIN = 3
const PACKS_MAX = 4
/** Topics that packs are made from; most overlap with others or have too few feeds that work. */
const TOPICS_MAX = 20
/** Feeds that are considered for each topic, the most followed first. */
const CANDIDATES_MAX = 20

/** Feeds to follow together, about one topic or, if that is null, popular ones. */
export type StarterPack = { readonly topic: string | null; readonly feeds: ReadonlyArray<DirectoryFeed> }

/**
 * Packs of feeds for people who follow nothing yet: the topics that most feeds write about, each with its most followed
 * feeds that can be read. A feed is in one pack only. A library without such topics has one pack of its most followed
 * feeds. @param languages primary subtags; none: all languages
 */
export const starterPacks = Effect.fn("starterPacks")(function* (languages: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const topics = yield* listTopics(languages, TOPICS_MAX)
  const ids = [...new Set(topics.flatMap(({ feedIds }) => feedIds))]
  let readable = directoryFeeds.where("is_listed", "=", true).where("failure", "is", null).where("item_count", ">", 0)
  if (languages.length > 0) readable = readable.where(raw`split_part(lower(language), '-', 1)`, "in", [...languages])
  const mostFollowed = readable
    .orderBy("followers", "desc")
    .orderBy("last_updated", (order) => order.desc().nullsLast())
    .orderBy("feed_id")
  const about = mostFollowed.where((eb) => isAnyOf(eb.ref("feed_id"), ids)).limit(TOPICS_MAX * CANDIDATES_MAX)
  const packs = packsOf(topics, yield* query(about))
  if (packs.length > 0) return packs
  const popular = yield* query(mostFollowed.limit(PACK_FEEDS_MAX))
  return popular.length < PACK_FEEDS_MIN ? [] : [{ topic: null, feeds: popular }]
})

/** Fills packs in the order of the topics from feeds that are in no pack yet, the first feeds first. */
const packsOf = (
  topics: ReadonlyArray<{ readonly tag: string; readonly feedIds: ReadonlyArray<string> }>,
  feeds: ReadonlyArray<DirectoryFeed>,
): ReadonlyArray<StarterPack> => {
  const packed = new Set<string>()
  const packs: Array<StarterPack> = []
  for (const { tag, feedIds } of topics) {
    const about = new Set(feedIds)
    const chosen = feeds.filter(({ feedId }) => about.has(feedId) && !packed.has(feedId)).slice(0, PACK_FEEDS_MAX)
    if (chosen.length < PACK_FEEDS_MIN || packs.length === PACKS_MAX) continue
    packs.push({ topic: tag, feeds: chosen })
    for (const { feedId } of chosen) packed.add(feedId)
  }
  return packs
}
