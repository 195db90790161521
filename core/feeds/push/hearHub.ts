import { Clock, Effect } from "effect"
import { LEASE_ASKED_SECONDS } from "./askHubs.ts"
import type { HubLeases } from "./HubLeases.ts"
import { isSignedBy } from "./signature.ts"

/** What hubs send beyond this is not theirs to send. */
const CHALLENGE_LENGTH_MAX = 2_000

/** What a hub asks about a lease: `hub.` parameters as they came. */
export type HubQuestion = {
  readonly callbackId: string
  readonly mode: string | null
  readonly topic: string | null
  readonly challenge: string | null
  readonly leaseSeconds: string | null
}

/** News as it came over the wire. */
export type ReceivedNews = {
  readonly callbackId: string
  /** Read only where somebody waits for it. */
  readonly body: () => Promise<Uint8Array | "too-large">
  readonly contentType: string | null
  readonly signature: string | null
}

type Leases = (typeof HubLeases)["Service"]

/**
 * Answers a hub that makes sure we asked (WebSub, 5.3) or tells that it refuses (5.2): the text to answer with, or null
 * where we asked for no such thing.
 */
export const answerHub = (leases: Leases) =>
  Effect.fn("answerHub")(function* ({ callbackId, mode, topic, challenge, leaseSeconds }: HubQuestion) {
    if (topic === null) return null
    const nowMs = yield* Clock.currentTimeMillis
    if (mode === "denied") return (yield* leases.refuse(callbackId, topic, nowMs)) ? "" : null
    if (challenge === null || challenge.length > CHALLENGE_LENGTH_MAX) return null
    if (mode === "subscribe") {
      const seconds = /^\d{1,12}$/.test(leaseSeconds ?? "") ? Number(leaseSeconds) : LEASE_ASKED_SECONDS
      return (yield* leases.grant(callbackId, topic, seconds, nowMs)) ? challenge : null
    }
    return mode === "unsubscribe" && (yield* leases.end(callbackId, topic)) ? challenge : null
  })

/** Takes news from a hub: kept where the hub signed it, passed over where not, and unknown where nothing was agreed. */
export const hearHub = (leases: Leases) =>
  Effect.fn("hearHub")(function* ({ callbackId, body, contentType, signature }: ReceivedNews) {
    const secret = yield* leases.secretOf(callbackId)
    if (secret === null) return "unknown"
    const bytes = yield* Effect.promise(body)
    if (bytes === "too-large") return "too-large"
    if (!isSignedBy(secret, bytes, signature)) return "unsigned"
    yield* leases.keepNews(callbackId, { body: bytes, contentType }, yield* Clock.currentTimeMillis)
    return "kept"
  })
