import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { type CheckState, isEditable, isOpen, unshreddedDocuments } from "../check/Check.ts"
import {
  CheckClosed,
  type CheckEvent,
  ConsentWithdrawn,
  Expired,
  PreservationLifted,
  PreservationOrdered,
} from "../check/events.ts"
import { NOTE_LENGTH_MAX, REASON_LENGTH_MIN, type RetentionPolicy } from "../contract.ts"
import { NoCheck, ReviewRefused } from "../refusals.ts"
import { IDLE_DAYS_MAX, shredAtAfterDecision, shredAtAfterLeaving } from "./dueDates.ts"

const DAY_MS = 86_400_000

/** Withdraws the consent before a decision: the check ends, and its images are due at once. */
export const withdrawConsent =
  (nowMs: number): Decide<CheckState, CheckEvent, NoCheck> =>
  (state) => {
    if (state.phase === "withdrawn") return Result.succeed([])
    if (!isOpen(state)) return Result.fail(new NoCheck())
    const { checkId, personId } = state
    const at = formatIso(nowMs)
    return Result.succeed([ConsentWithdrawn.make({ checkId, personId, shredAt: at, withdrawnAt: at })])
  }

/** Ends a verified identity whose time is over. */
export const expireCheck =
  (policy: RetentionPolicy, nowMs: number): Decide<CheckState, CheckEvent, never> =>
  ({ phase, untilMs, checkId, personId }) => {
    if (phase !== "verified" || untilMs > nowMs) return Result.succeed([])
    const shredAt = shredAtAfterDecision(policy, nowMs)
    return Result.succeed([Expired.make({ checkId, personId, shredAt, expiredAt: formatIso(nowMs) })])
  }

/** Closes a check that its person has left alone for too long. */
export const abandonCheck =
  (nowMs: number): Decide<CheckState, CheckEvent, never> =>
  (state) => {
    if (!isEditable(state) || state.changedMs > nowMs - IDLE_DAYS_MAX * DAY_MS) return Result.succeed([])
    const { checkId, personId } = state
    const at = formatIso(nowMs)
    return Result.succeed([CheckClosed.make({ checkId, personId, cause: "abandoned", shredAt: at, closedAt: at })])
  }

/** Closes a check after its person has deleted the account. */
export const closeCheck =
  (policy: RetentionPolicy, nowMs: number): Decide<CheckState, CheckEvent, never> =>
  ({ phase, isClosed, checkId, personId }) => {
    if (phase === null || isClosed) return Result.succeed([])
    // Nobody decided on an open check, so no law demands its images.
    const isUndecided = phase === "draft" || phase === "pending" || phase === "resubmission" || phase === "withdrawn"
    const shredAt = isUndecided ? formatIso(nowMs) : shredAtAfterLeaving(policy, nowMs)
    return Result.succeed([CheckClosed.make({ checkId, personId, cause: "left", shredAt, closedAt: formatIso(nowMs) })])
  }

/** Orders that nothing of the check is shredded, as an authority may demand. */
export const orderPreservation =
  (by: string, reason: string, nowMs: number): Decide<CheckState, CheckEvent, NoCheck | ReviewRefused> =>
  (state) => {
    const length = [...reason].length
    if (length < REASON_LENGTH_MIN || length > NOTE_LENGTH_MAX)
      return Result.fail(new ReviewRefused({ problem: "note" }))
    if (unshreddedDocuments(state).length === 0) return Result.fail(new NoCheck())
    const { checkId, personId, isPreserved } = state
    if (isPreserved) return Result.succeed([])
    return Result.succeed([PreservationOrdered.make({ checkId, personId, by, reason, orderedAt: formatIso(nowMs) })])
  }

/** Lifts a preservation; what became due meanwhile goes at once. */
export const liftPreservation =
  (by: string, nowMs: number): Decide<CheckState, CheckEvent, NoCheck> =>
  ({ isPreserved, phase, checkId, personId }) => {
    if (phase === null) return Result.fail(new NoCheck())
    if (!isPreserved) return Result.succeed([])
    return Result.succeed([PreservationLifted.make({ checkId, personId, by, liftedAt: formatIso(nowMs) })])
  }

/** Whether the images of a check have to go now. */
export const isShredDue = ({ isPreserved, shredMs }: CheckState, nowMs: number): boolean =>
  !isPreserved && shredMs !== null && shredMs <= nowMs
