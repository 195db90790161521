import { createECDH, hkdfSync } from "node:crypto"
import { Effect, Redacted } from "effect"
import webPush from "web-push"
import { PushClient } from "#core/fetch"
import { AppConfig } from "#core/kernel"
import { CURVE, encrypt, type PushTarget } from "./encrypt.ts"

/** The order of P-256 (NIST SP 800-186, 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** More than the key needs, so that no private key is likelier than another (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40
const KEY_BYTES = 32
/** A token may live for a day (RFC 8292, 2); half of that leaves room for clocks that differ. */
const TOKEN_SECONDS = 43_200
/** A token is reused until this long before it expires. */
const SPARE_SECONDS = 3_600
/** Cached tokens; there are only a handful of push services. */
const TOKENS_MAX = 100

/** Both base64url, as web-push takes them. */
type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/** The VAPID key pair of this installation (RFC 8292). Derived from the master key, so nothing else must be stored. */
export const vapidKeysOf = (masterKey: Uint8Array): VapidKeys => {
  const seed = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: key for push services", SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, "0"), "hex")
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(d)
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey: d.toString("base64url") }
}

/**
 * Creates the Authorization header for a push service; tokens are reused for hours.
 *
 * @param subject contact of the operator: `mailto:` or `https:`
 */
export const authorizer = ({ publicKey, privateKey }: VapidKeys, subject: string) => {
  const tokens = new Map<string, { readonly header: string; readonly untilSeconds: number }>()
  return (endpoint: string, nowMs: number): string => {
    const { origin } = new URL(endpoint)
    const nowSeconds = Math.floor(nowMs / 1_000)
    const cached = tokens.get(origin)
    if (cached !== undefined && cached.untilSeconds > nowSeconds) return cached.header
    const expiresSeconds = nowSeconds + TOKEN_SECONDS
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      "aes128gcm",
      expiresSeconds,
    )
    if (tokens.size >= TOKENS_MAX) tokens.clear()
    tokens.set(origin, { header, untilSeconds: expiresSeconds - SPARE_SECONDS })
    return header
  }
}

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
