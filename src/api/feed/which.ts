import { Effect } from "effect"
import { type AddRefusal, Feeds } from "#core/feeds"
import { findFeed, findFeedByCode } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, NotFound, refusal, Unavailable } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { outgoing } from "../limits.ts"

/** Maps a failed feed address to a response: invalid address, no feed, or a failing publisher. */
const refuseAddress =
  (field: string) =>
  (error: AddRefusal): Effect.Effect<never, BadRequest | NotFound | Unavailable> =>
    Effect.gen(function* () {
      const { locale } = yield* CurrentCaller
      const message = translator(locale)(error.messageKey)
      switch (error._tag) {
        case "BadAddress":
          return yield* new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
        case "NoFeedFound":
        case "NoFeedOffered":
        case "NotAFeed":
          return yield* new NotFound(refusal(message))
        default:
          return yield* new Unavailable(refusal(message))
      }
    })

type Which = { readonly feedId?: string; readonly code?: string; readonly url?: string }

/** The feed with this id; fails with 404. */
export const requireFeed = Effect.fnUntraced(function* (feedId: string) {
  return (yield* findFeed(feedId)) ?? (yield* noFeed)
})

/**
 * The feed of a call: by id, code or address. A new address is fetched and added
 * first, which counts towards the caller's limit. Resolved once for a group of handlers.
 */
export const whichFeed = Effect.gen(function* () {
  const feeds = yield* Feeds
  const limited = yield* outgoing

  /** Finds or adds the feed at an address, and waits until it can be read. */
  const addFeed = Effect.fnUntraced(function* (url: string) {
    const there = yield* feeds.lookUp(url)
    const known = there === null ? null : yield* findFeed(there)
    if (known !== null) return known
    yield* limited
    const { feedId, position } = yield* feeds.add(url).pipe(Effect.catch(refuseAddress("url")))
    yield* waitFor("feeds", position, ADDED_MS_MAX)
    yield* waitFor("items", position, ADDED_MS_MAX)
    return yield* requireFeed(feedId)
  })

  const find = Effect.fnUntraced(function* ({ feedId, code, url }: Which) {
    if (feedId !== undefined) return yield* requireFeed(feedId)
    if (code !== undefined) return (yield* findFeedByCode(code)) ?? (yield* noFeed)
    if (url !== undefined) return yield* addFeed(url)
    const { locale } = yield* CurrentCaller
    const message = translator(locale)("api.whichFeed")
    return yield* new BadRequest({ ...refusal(message), errors: { feedId: [message] } })
  })

  return { addFeed, find }
})

/** A new feed can be shown only when the read models have it. */
const ADDED_MS_MAX = 5_000

const noFeed = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("api.noFeed")))
})
