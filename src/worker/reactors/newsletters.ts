import { Clock, Effect } from "effect"
import type { Sealing } from "#core/kernel"
import { Sendings } from "#core/newsletters"
import { PostEvents } from "#core/publishing"
import type { Reactor } from "#projections/runner"

/** Time in which an author can call mail off before anything leaves. */
const HOLD_MS = 120_000
/** Mail that could not be delivered by then is given up. */
const LIFE_MS = 48 * 3_600_000
/** A post that was published longer ago is an import, or the log is read again: nobody expects mail about it. */
const AGE_MS_MAX = 24 * 3_600_000

/** Begins mail about published posts, and ends it if they are hidden or deleted. */
export const newslettersReactor = Effect.gen(function* () {
  const sendings = yield* Sendings
  const services = yield* Effect.context<Sealing>()
  return {
    name: "newsletters",
    types: ["publishing.PostPublished.v1", "publishing.PostHidden.v1", "publishing.PostDeleted.v1"],
    from: "beginning",
    react: async (stored) => {
      const work = Effect.gen(function* () {
        const event = yield* PostEvents.decode(stored)
        if (event._tag === "publishing.PostHidden.v1") return yield* sendings.stop(event.postId, "hidden")
        if (event._tag === "publishing.PostDeleted.v1") return yield* sendings.stop(event.postId, "deleted")
        if (event._tag !== "publishing.PostPublished.v1") return
        const { postId: sendingId, channelId, personId: authorId, publishedAt } = event
        const publishedMs = Date.parse(publishedAt)
        if (publishedMs < (yield* Clock.currentTimeMillis) - AGE_MS_MAX) return
        const times = { dueMs: publishedMs + HOLD_MS, expiresMs: publishedMs + HOLD_MS + LIFE_MS }
        yield* sendings.hold({ sendingId, kind: "post", channelId, authorId, ...times })
      })
      await Effect.runPromise(Effect.provide(work, services))
    },
  } satisfies Reactor
})
