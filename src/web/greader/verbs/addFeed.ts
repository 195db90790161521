import { Effect } from "effect"
import { type AttemptLimit, Attempts } from "#core/accounts"
import { Feeds } from "#core/feeds"
import { findFeed } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { badRequest, type Call, tooOften } from "../Call.ts"

/** Addresses that nobody asked for before, which apps of one person make us fetch. */
const READER_ADDS: AttemptLimit = { name: "reader-add", times: 60, seconds: 600 }
/** A feed that was just added has nothing to show before the read models have it. */
const ADDED_MS_MAX = 5_000

/** The feed that an app means: by its id with us, or by an address, which is fetched and added where it is new. */
export const addFeed = Effect.fn("addFeed")(function* ({ personId, t }: Call, feed: string) {
  const known = yield* knownFeed(feed)
  if (known !== null) return known
  const seconds = yield* Attempts.use(({ count }) => count(READER_ADDS, personId))
  if (seconds > 0) return yield* tooOften(seconds)
  const { feedId, position } = yield* Feeds.use((feeds) => feeds.add(feed)).pipe(
    Effect.mapError(({ messageKey }) => badRequest(t(messageKey))),
  )
  yield* waitFor("feeds", position, ADDED_MS_MAX)
  yield* waitFor("items", position, ADDED_MS_MAX)
  return (yield* findFeed(feedId)) ?? (yield* badRequest(t("api.noFeed")))
})

/** The feed of the library that an app means, or null. */
export const knownFeed = Effect.fnUntraced(function* (feed: string) {
  const byId = yield* findFeed(feed)
  if (byId !== null) return byId
  const feedId = yield* Feeds.use(({ lookUp }) => lookUp(feed))
  return feedId === null ? null : yield* findFeed(feedId)
})
