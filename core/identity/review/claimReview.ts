import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import type { CheckState } from "../check/Check.ts"
import { type CheckEvent, ReviewClaimed, ReviewReleased } from "../check/events.ts"
import { NoCheck, NotClaimed, ReviewRefused } from "../refusals.ts"

/** How long a claimed check waits for its reviewer. */
export const CLAIM_MS_MAX = 15 * 60_000

export type Reviewer = {
  /** The recorded name, such as `operator:ada`. */
  readonly by: string
  /** The member accounts that belong to the operator. */
  readonly personIds: ReadonlyArray<string>
  readonly nowMs: number
}

/** Whether the reviewer is the person of the check. */
export const isOwn = ({ personId }: CheckState, { by, personIds }: Reviewer): boolean =>
  by === `user:${personId}` || personIds.includes(personId)

/** The reviewer who holds the check now, or null. */
export const claimantOf = ({ claim }: CheckState, nowMs: number): string | null =>
  claim === null || claim.untilMs <= nowMs ? null : claim.by

/** Claims a submitted check, or extends the own claim. */
export const claimReview =
  (reviewer: Reviewer): Decide<CheckState, CheckEvent, NoCheck | NotClaimed | ReviewRefused> =>
  (state) => {
    const { by, nowMs } = reviewer
    if (state.phase !== "pending") return Result.fail(new NoCheck())
    if (isOwn(state, reviewer)) return Result.fail(new ReviewRefused({ problem: "self" }))
    const claimedBy = claimantOf(state, nowMs)
    if (claimedBy !== null && claimedBy !== by) return Result.fail(new NotClaimed({ claimedBy }))
    const { checkId, personId } = state
    const [until, claimedAt] = [formatIso(nowMs + CLAIM_MS_MAX), formatIso(nowMs)]
    return Result.succeed([ReviewClaimed.make({ checkId, personId, by, until, claimedAt })])
  }

/** Gives the own claim back; idempotent. */
export const releaseReview =
  ({ by, nowMs }: Reviewer): Decide<CheckState, CheckEvent, never> =>
  (state) => {
    const { checkId, personId } = state
    if (claimantOf(state, nowMs) !== by) return Result.succeed([])
    return Result.succeed([ReviewReleased.make({ checkId, personId, by, releasedAt: formatIso(nowMs) })])
  }

/** What prevents a decision of this reviewer on a submitted check; null if nothing does. */
export const reviewProblem = (state: CheckState, reviewer: Reviewer): NoCheck | NotClaimed | ReviewRefused | null => {
  if (state.phase !== "pending") return new NoCheck()
  if (isOwn(state, reviewer)) return new ReviewRefused({ problem: "self" })
  const claimedBy = claimantOf(state, reviewer.nowMs)
  return claimedBy === reviewer.by ? null : new NotClaimed({ claimedBy })
}
