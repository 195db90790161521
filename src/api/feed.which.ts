import { Effect } from "effect"
import { canonicalUrl } from "#contract/feeds"
import { Feeds } from "#core/feeds"
import { findFeed, findFeedByCode, findFeedByUrl } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, NotFound, refusal } from "./envelope.ts"
import { refuseAddress } from "./feed.refusals.ts"
import { CurrentCaller } from "./Guard.ts"

/** The feed with this id, or the refusal that there is none. */
export const requireFeed = Effect.fnUntraced(function* (feedId: string) {
  return (yield* findFeed(feedId)) ?? (yield* noFeed)
})

/** The feed that a call means: by id, by code or by address. An address that nobody asked for before is added first. */
export const whichFeed = Effect.fnUntraced(function* ({
  feedId,
  code,
  url,
}: {
  readonly feedId?: string
  readonly code?: string
  readonly url?: string
}) {
  if (feedId !== undefined) return yield* requireFeed(feedId)
  if (code !== undefined) return (yield* findFeedByCode(code)) ?? (yield* noFeed)
  if (url === undefined) {
    const { locale } = yield* CurrentCaller
    const message = translator(locale)("api.whichFeed")
    return yield* new BadRequest({ ...refusal(message), errors: { feedId: [message] } })
  }
  const known = yield* findFeedByUrl(canonicalUrl(url) ?? url)
  if (known !== null) return known
  const added = yield* (yield* Feeds).add(url).pipe(Effect.catch(refuseAddress("url")))
  yield* waitFor("feeds", added.position)
  yield* waitFor("items", added.position)
  return yield* requireFeed(added.feedId)
})

const noFeed = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  return yield* new NotFound(refusal(translator(locale)("api.noFeed")))
})
