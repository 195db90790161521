import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { PushedNews } from "../contract.ts"
import { NEWS_POLL_MS } from "../news/sizes.ts"
import { type Delivery, openPush, type Urgency } from "./deliver.ts"
import { isTarget } from "./encrypt.ts"
import { makePushStore } from "./PushStore.ts"
import { NoPushTarget, PushFull } from "./refusals.ts"
import type { Subscribing, Subscription } from "./Subscription.ts"

/** A browser that is off for longer need not hear of news that are as old. */
const KEPT_SECONDS = 86_400
/** Pushes that fail in a row before a browser is given up. */
const FAILURES_MAX = 10
/** The first pause after a failed push; it doubles with each that follows. */
const PAUSE_MS = 300_000
const PAUSE_MS_MAX = 86_400_000
export type PushOutcome = Delivery["outcome"]

/** Tells browsers of library news when no page is open, over the push services of their makers (RFC 8030, 8291, 8292). */
export class NewsPush extends Context.Service<
  NewsPush,
  {
    /** By which push services know this installation, and browsers ask them for a subscription: base64url. */
    readonly publicKey: string
    subscribe(given: Subscribing): Effect.Effect<void, NoPushTarget | PushFull>
    unsubscribe(endpoint: string): Effect.Effect<void>
    /** Browsers whose turn has come. Each comes once in half an hour, whatever is done with it. */
    takeDue(limit: number): Effect.Effect<ReadonlyArray<Subscription>>
    /** @param seenMs when the newest of the news was published that the browser then knows */
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

/** What waits for a browser that is off is replaced by what is newer. */
const LOW: Urgency = { ttlSeconds: KEPT_SECONDS, urgency: "low", topic: "library-news" }
