import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
const claim = { feedId: Schema.String, personId: Schema.String }

/** Where the proof stood that somebody publishes a feed. */
export const ProofPlace = Schema.Literals(["description", "meta", "relMe", "dns"])
export type ProofPlace = typeof ProofPlace.Type

/** A person showed that a feed is theirs. Anyone who showed it before them no longer has it. */
export const FeedClaimed = Schema.TaggedStruct("channels.FeedClaimed.v1", { ...claim, by: ProofPlace, claimedAt: Time })
/** They gave it up. */
export const FeedReleased = Schema.TaggedStruct("channels.FeedReleased.v1", { ...claim, releasedAt: Time })

const ClaimEvent = Schema.Union([FeedClaimed, FeedReleased]).pipe(Schema.toTaggedUnion("_tag"))
export type ClaimEvent = typeof ClaimEvent.Type
export const ClaimEvents = makeEventFamily(ClaimEvent)
