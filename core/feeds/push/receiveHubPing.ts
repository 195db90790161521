import { createHmac, timingSafeEqual } from "node:crypto"
import { Clock, Effect } from "effect"
import type { HubLeases } from "./HubLeases.ts"
import { LEASE_REQUESTED_SECONDS } from "./subscribeDueHubs.ts"

/** Signature algorithms of WebSub (section 8.1). */
const METHODS = new Set(["sha1", "sha256", "sha384", "sha512"])

/**
 * Whether these bytes are signed with our secret.
 * @param signature the X-Hub-Signature header, `sha256=…` in hexadecimal, or null
 */
export const isSignedBy = (secret: string, bytes: Uint8Array, signature: string | null): boolean => {
  const [, method = "", digest = ""] = SIGNATURE.exec(signature?.trim() ?? "") ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const expected = createHmac(method.toLowerCase(), secret).update(bytes).digest()
  const given = Buffer.from(digest, "hex")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const SIGNATURE = /^(sha\d{1,3})=([\da-f]{40,128})$/i

/** Longer challenges are refused. */
const CHALLENGE_LENGTH_MAX = 2_000

/** Verification request of a hub: the `hub.` parameters as received. */
export type HubChallenge = {
  readonly callbackId: string
  readonly mode: string | null
  readonly topic: string | null
  readonly challenge: string | null
  readonly leaseSeconds: string | null
}

/** A delivery as received. */
export type HubPing = {
  readonly callbackId: string
  /** Read only if the subscription exists. */
  readonly body: () => Promise<Uint8Array | "too-large">
  readonly contentType: string | null
  readonly signature: string | null
}

type Leases = (typeof HubLeases)["Service"]

/** The response to a verification (WebSub, 5.3) or denial (5.2) by a hub, or null if we have no such subscription. */
export const confirmHubLease = (leases: Leases) =>
  Effect.fn("confirmHubLease")(function* ({ callbackId, mode, topic, challenge, leaseSeconds }: HubChallenge) {
    if (topic === null) return null
    const nowMs = yield* Clock.currentTimeMillis
    if (mode === "denied") return (yield* leases.refuse(callbackId, topic, nowMs)) ? "" : null
    if (challenge === null || challenge.length > CHALLENGE_LENGTH_MAX) return null
    if (mode === "subscribe") {
      const seconds = /^\d{1,12}$/.test(leaseSeconds ?? "") ? Number(leaseSeconds) : LEASE_REQUESTED_SECONDS
      return (yield* leases.grant(callbackId, topic, seconds, nowMs)) ? challenge : null
    }
    return mode === "unsubscribe" && (yield* leases.end(callbackId, topic)) ? challenge : null
  })

/** Accepts a delivery if the hub signed it. */
export const receiveHubPing = (leases: Leases) =>
  Effect.fn("receiveHubPing")(function* ({ callbackId, body, contentType, signature }: HubPing) {
    const secret = yield* leases.secretOf(callbackId)
    if (secret === null) return "unknown"
    const bytes = yield* Effect.promise(body)
    if (bytes === "too-large") return "too-large"
    if (!isSignedBy(secret, bytes, signature)) return "unsigned"
    yield* leases.saveDelivery(callbackId, { body: bytes, contentType }, yield* Clock.currentTimeMillis)
    return "accepted"
  })
