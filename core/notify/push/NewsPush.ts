import { ECDH } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Courier } from "#core/feeds"
import { AppConfig, Sql } from "#core/kernel"
import type { PushedNews } from "../contract.ts"
import { NEWS_POLL_MS } from "../news/sizes.ts"
import { AUTH_BYTES, CURVE, encrypt, POINT_BYTES, type PushTarget } from "./encrypt.ts"
import { makePushStore } from "./PushStore.ts"
import { NoPushTarget, PushFull } from "./refusals.ts"
import type { Subscribing, Subscription } from "./Subscription.ts"
import { authorizer, vapidKeysOf } from "./vapid.ts"

/** A browser that is off for longer need not hear of news that are as old. */
const KEPT_SECONDS = 86_400
/** Pushes that fail in a row before a browser is given up. */
const FAILURES_MAX = 10
/** The first pause after a failed push; it doubles with each that follows. */
const PAUSE_MS = 300_000
const PAUSE_MS_MAX = 86_400_000
/** What push services answer for a browser that is gone for good (RFC 8030, 7.3). */
const GONE = new Set([404, 410])

export type PushOutcome = "pushed" | "gone" | "failed"

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
>()("core/notify/NewsPush") {
  static readonly layer = Layer.effect(
    NewsPush,
    Effect.gen(function* () {
      const { masterKey, contactEmail, allowPrivateFetch } = yield* AppConfig
      const { client } = yield* Sql
      const courier = yield* Courier
      const store = makePushStore(client)
      const keys = vapidKeysOf(Redacted.value(masterKey))
      const authorize = authorizer(keys, `mailto:${contactEmail}`)
      const mayPushTo = (endpoint: string) => {
        const url = URL.parse(endpoint)
        return url !== null && (url.protocol === "https:" || allowPrivateFetch.includes(url.host))
      }

      return NewsPush.of({
        publicKey: keys.publicKey,

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
          const headers = {
            authorization: authorize(to.endpoint, nowMs),
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            ttl: String(KEPT_SECONDS),
            urgency: "low",
            // What waits for a browser that is off is replaced by what is newer.
            topic: "library-news",
          }
          const body = encrypt(Buffer.from(JSON.stringify(news)), to)
          const { status, retryAfterSeconds } = yield* courier.deliver({ url: to.endpoint, headers, body }).pipe(
            // An address that must not be asked is as good as none; another failure may pass.
            Effect.catch(({ _tag }) =>
              Effect.succeed({ status: _tag === "BadAddress" ? 410 : 503, retryAfterSeconds: null }),
            ),
          )
          if (status >= 200 && status < 300) {
            yield* store.arrived(to.key, seenMs)
            return "pushed"
          }
          if (GONE.has(status) || to.failures + 1 >= FAILURES_MAX) {
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

/** Whether messages can be encrypted for these keys. */
const isTarget = ({ p256dh, auth }: PushTarget): boolean => {
  const point = Buffer.from(p256dh, "base64url")
  if (point.length !== POINT_BYTES || Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(point, CURVE)
    return true
  } catch {
    return false
  }
}
