import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { NEWS_POLL_MS, type PushedNews } from "../contract.ts"
import { type Delivery, openPush, type PushOptions } from "./deliver.ts"
import { isTarget } from "./encrypt.ts"
import { makePushStore, type Subscribing, type Subscription } from "./PushStore.ts"
import { NoPushTarget, PushFull } from "./refusals.ts"

/** A browser that is offline longer gets no old news. */
const KEPT_SECONDS = 86_400
/** Consecutive failures before a browser is dropped. */
const FAILURES_MAX = 10
/** Backoff after a failed push; doubles up to the maximum. */
const PAUSE_MS = 300_000
const PAUSE_MS_MAX = 86_400_000
export type PushOutcome = Delivery["outcome"]

/** Pushes library news to browsers without an open page (RFC 8030, 8291, 8292). */
export class NewsPush extends Context.Service<
  NewsPush,
  {
    /** The VAPID public key for browsers, base64url. */
    readonly publicKey: string
    subscribe(given: Subscribing): Effect.Effect<void, NoPushTarget | PushFull>
    unsubscribe(endpoint: string): Effect.Effect<void>
    /** Browsers that are due, each once per half hour. */
    takeDue(limit: number): Effect.Effect<ReadonlyArray<Subscription>>
    /** @param seenMs publication time of the newest news that the browser knows after this push */
    push(to: Subscription, news: PushedNews, seenMs: number | null): Effect.Effect<PushOutcome>
  }
>()("core/notifications/NewsPush") {
  static readonly layer = Layer.effect(
    NewsPush,
    Effect.gen(function* () {
      const { client } = yield* Sql
      const { publicKey, mayPushTo, deliver } = yield* openPush
      const store = makePushStore(client)

      return NewsPush.of({
        publicKey,

        subscribe: Effect.fn("NewsPush.subscribe")(function* (given) {
          if (!mayPushTo(given.endpoint) || !isTarget(given)) return yield* new NoPushTarget()
          const nowMs = yield* Clock.currentTimeMillis
          const seenMs = given.seenMs === null ? null : Math.min(given.seenMs, nowMs)
          if (!(yield* store.keep({ ...given, seenMs }, nowMs))) return yield* new PushFull()
        }),

        unsubscribe: store.remove,

        takeDue: (limit) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => store.take(nowMs, nowMs + NEWS_POLL_MS, limit)),

        push: Effect.fn("NewsPush.push")(function* (to, news, seenMs) {
          const nowMs = yield* Clock.currentTimeMillis
          const { outcome, retryAfterSeconds } = yield* deliver(to, news, LOW, nowMs)
          if (outcome === "pushed") {
            yield* store.arrived(to.key, seenMs)
            return "pushed"
          }
          if (outcome === "gone" || to.failures + 1 >= FAILURES_MAX) {
            yield* store.remove(to.endpoint)
            return "gone"
          }
          const pauseMs = Math.min(PAUSE_MS * 2 ** to.failures, PAUSE_MS_MAX)
          yield* store.failed(to.key, nowMs + Math.max(pauseMs, (retryAfterSeconds ?? 0) * 1_000))
          return "failed"
        }),
      })
    }),
  )
}

/** A newer push replaces one that waits. */
const LOW: PushOptions = { ttlSeconds: KEPT_SECONDS, urgency: "low", topic: "library-news" }
