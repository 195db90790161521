import { Result } from "effect"
import type { Aggregate } from "#core/kernel"
import { formatIso } from "#core/kernel"
import { type ClaimEvent, ClaimEvents, FeedClaimed, FeedReleased, type ProofPlace } from "./events.ts"

export type ClaimState = { readonly ownerId: string | null }

/** Whose a feed is, by the feed's id. */
export const FeedClaim: Aggregate<ClaimState, ClaimEvent> = {
  category: "feedclaim",
  events: ClaimEvents,
  initial: { ownerId: null },
  evolve: (_, event) => ({ ownerId: event._tag === "channels.FeedClaimed.v1" ? event.personId : null }),
}

type Claim = { readonly feedId: string; readonly personId: string; readonly nowMs: number }

/** The newest proof counts: pages and names of hosts change hands. */
export const claimFeed =
  ({ nowMs, ...claim }: Claim & { readonly by: ProofPlace }) =>
  ({ ownerId }: ClaimState) =>
    Result.succeed(ownerId === claim.personId ? [] : [FeedClaimed.make({ ...claim, claimedAt: formatIso(nowMs) })])

/** Somebody else's claim is none of theirs to give up. */
export const releaseFeed =
  ({ nowMs, ...claim }: Claim) =>
  ({ ownerId }: ClaimState) =>
    Result.succeed(ownerId === claim.personId ? [FeedReleased.make({ ...claim, releasedAt: formatIso(nowMs) })] : [])
