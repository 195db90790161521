import { Effect, Redacted } from "effect"
import { PushClient } from "#core/fetch"
import { AppConfig } from "#core/kernel"
import { encrypt, type PushTarget } from "./encrypt.ts"
import { authorizer, vapidKeysOf } from "./vapid.ts"

/** Answers of push services for a browser that is permanently gone (RFC 8030, 7.3). */
const GONE = new Set([404, 410])

/** Headers of a push message (RFC 8030, 5.2 to 5.4). */
export type PushOptions = {
  readonly ttlSeconds: number
  readonly urgency: "low" | "normal" | "high"
  /** A newer message replaces a waiting one with the same topic. */
  readonly topic: string
}

export type Delivery = {
  readonly outcome: "pushed" | "gone" | "failed"
  /** From Retry-After; null if absent. */
  readonly retryAfterSeconds: number | null
}

/** Sends messages to push services (RFC 8030, 8291, 8292). */
export const openPush = Effect.gen(function* () {
  const { masterKey, contactEmail, allowPrivateFetch } = yield* AppConfig
  const pushClient = yield* PushClient
  const keys = vapidKeysOf(Redacted.value(masterKey))
  const authorize = authorizer(keys, `mailto:${contactEmail}`)

  return {
    publicKey: keys.publicKey,

    mayPushTo: (endpoint: string): boolean => {
      const url = URL.parse(endpoint)
      return url !== null && (url.protocol === "https:" || allowPrivateFetch.includes(url.host))
    },

    deliver: Effect.fnUntraced(function* (
      to: PushTarget & { readonly endpoint: string },
      message: object,
      { ttlSeconds, urgency, topic }: PushOptions,
      nowMs: number,
    ): Effect.fn.Return<Delivery> {
      const headers = {
        authorization: authorize(to.endpoint, nowMs),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(ttlSeconds),
        urgency,
        topic,
      }
      const body = encrypt(Buffer.from(JSON.stringify(message)), to)
      const { status, retryAfterSeconds } = yield* pushClient.send({ url: to.endpoint, headers, body }).pipe(
        // A forbidden address counts as gone; other failures may be temporary.
        Effect.catch(({ _tag }) =>
          Effect.succeed({ status: _tag === "BadAddress" ? 410 : 503, retryAfterSeconds: null }),
        ),
      )
      if (status >= 200 && status < 300) return { outcome: "pushed", retryAfterSeconds: null }
      return { outcome: GONE.has(status) ? "gone" : "failed", retryAfterSeconds }
    }),
  }
})
