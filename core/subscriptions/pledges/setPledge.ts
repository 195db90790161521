import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { PLEDGES_MAX, RULES_MAX, WEIGHT_MAX } from "../limits.ts"
import { NoPledge } from "../refusals.ts"
import { type PledgeEvent, PledgeSet } from "./events.ts"
import type { Pledge, PledgesState } from "./PersonPledges.ts"

type PledgingOf = {
  readonly personId: string
  readonly feedId: string
  readonly nowMs: number
  /** Who claimed the feed; null if its author is not here. */
  readonly ownerId: string | null
}

/** Promises to support a feed, or takes it back with weight 0, which is always possible. */
export const setPledge =
  (
    { personId, feedId, nowMs, ownerId }: PledgingOf,
    { number, weight }: Pledge,
  ): Decide<PledgesState, PledgeEvent, NoPledge> =>
  (state) => {
    const known = state.get(feedId)
    const isUnfit = !Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MAX
    if (isUnfit || number < 1 || number > RULES_MAX) return Result.fail(new NoPledge({ reason: "weight" }))
    if (weight > 0 && ownerId !== null) return Result.fail(new NoPledge({ reason: "claimed" }))
    const isNew = weight > 0 && known === undefined
    if (isNew && state.size >= PLEDGES_MAX) return Result.fail(new NoPledge({ reason: "many" }))
    const isSame = weight === (known?.weight ?? 0) && (weight === 0 || number === known?.number)
    if (isSame) return Result.succeed([])
    return Result.succeed([PledgeSet.make({ personId, feedId, number, weight, setAt: formatIso(nowMs) })])
  }
