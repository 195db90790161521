import { Effect } from "effect"
import { compileOnce, Sql } from "#core/kernel"
import { isAnyOf } from "#projections/runner"
import { directoryFeeds } from "./listFeeds.ts"

const byId = compileOnce<{ feedId: string }>()((at) => directoryFeeds.where("feed_id", "=", at("feedId")))
const byCode = compileOnce<{ code: string }>()((at) => directoryFeeds.where("code", "=", at("code")).limit(1))
const byIds = compileOnce<{ feedIds: ReadonlyArray<string> }>()((at) =>
  directoryFeeds.where((eb) => isAnyOf(eb.ref("feed_id"), at("feedIds"))),
)

/** One feed by its id, or null. */
export const findFeed = Effect.fn("findFeed")(function* (feedId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(byId({ feedId }))
  return found ?? null
})

/** The feed of a publisher by its code (letter case does not matter), or null. */
export const findFeedByCode = Effect.fn("findFeedByCode")(function* (code: string) {
  const { query } = yield* Sql
  const [found] = yield* query(byCode({ code: code.toUpperCase() }))
  return found ?? null
})

/** Feeds by their ids, in the given order; unknown ones are left out. */
export const findFeeds = Effect.fn("findFeeds")(function* (feedIds: ReadonlyArray<string>) {
  if (feedIds.length === 0) return []
  const { query } = yield* Sql
  const found = yield* query(byIds({ feedIds }))
  const byId = new Map(found.map((feed) => [feed.feedId, feed]))
  return feedIds.flatMap((feedId) => byId.get(feedId) ?? [])
})
