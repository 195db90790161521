import { Clock, Effect } from "effect"
import { nameUuid, type Sealing } from "#core/kernel"
import { Sendings } from "#core/newsletters"
import { PostEvents } from "#core/publishing"
import type { Reactor } from "#projections/runner"

/** Time in which an author can call mail off before anything leaves. */
const HOLD_MS = 120_000
/** Mail that could not be delivered by then is given up. */
const LIFE_MS = 48 * 3_600_000
/** A post that was published longer ago is an import, or the log is read again: nobody expects mail about it. */
const AGE_MS_MAX = 24 * 3_600_000

/** The run about a post that opened to a level: one, also if its author raises the level and it opens again. */
const openedSendingId = (postId: string, levelId: number): string => nameUuid(`opened\n${postId}\n${levelId}`)

/** Begins mail about published posts and about posts that open to lower levels, and ends it if they are hidden or deleted. */
export const newslettersReactor = Effect.gen(function* () {
  const sendings = yield* Sendings
  const services = yield* Effect.context<Sealing>()
  return {
    name: "newsletters",
    types: [
      "publishing.PostPublished.v1",
      "publishing.LevelOpened.v1",
      "publishing.PostHidden.v1",
      "publishing.PostWithheld.v1",
      "publishing.PostDeleted.v1",
    ],
    from: "beginning",
    react: async (stored) => {
      const work = Effect.gen(function* () {
        const event = yield* PostEvents.decode(stored)
        if (event._tag === "publishing.PostHidden.v1" || event._tag === "publishing.PostWithheld.v1")
          return yield* sendings.stop(event.postId, "hidden")
        if (event._tag === "publishing.PostDeleted.v1") return yield* sendings.stop(event.postId, "deleted")
        if (event._tag !== "publishing.PostPublished.v1" && event._tag !== "publishing.LevelOpened.v1") return
        if (event.isMailed === false) return
        const isOpening = event._tag === "publishing.LevelOpened.v1"
        const { postId, channelId, personId: authorId } = event
        const atMs = Date.parse(isOpening ? event.openedAt : event.publishedAt)
        if (atMs < (yield* Clock.currentTimeMillis) - AGE_MS_MAX) return
        // Readers of an imported post know it, and an author who called its mail off wants none.
        if (isOpening && !(yield* sendings.isMailed(postId))) return
        const sendingId = isOpening ? openedSendingId(postId, event.levelId) : postId
        const times = { dueMs: atMs + HOLD_MS, expiresMs: atMs + HOLD_MS + LIFE_MS }
        const kind = isOpening ? ("opened" as const) : ("post" as const)
        yield* sendings.hold({ sendingId, kind, postId, channelId, authorId, ...times })
      })
      await Effect.runPromise(Effect.provide(work, services))
    },
  } satisfies Reactor
})
