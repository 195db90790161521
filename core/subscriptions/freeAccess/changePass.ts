import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { ACCESS_MS_MAX, DAY_MS, TRIAL_DAYS_MAX } from "../limits.ts"
import { NoFreeAccess } from "../refusals.ts"
import type { AccessPassState } from "./AccessPass.ts"
import {
  AccessGiven,
  AccessLapsed,
  type AccessPassEvent,
  AccessWithdrawn,
  TrialBegun,
  type TrialOfferEvent,
  TrialOffered,
} from "./events.ts"

/** A person and a creator, at a time. */
export type PassOf = { readonly creatorId: string; readonly personId: string; readonly nowMs: number }

type DecidePass<Refusal> = Decide<AccessPassState, AccessPassEvent, Refusal>
export type GivenAccess = NonNullable<AccessPassState["given"]>

/** Gives access without payment, and without a premium seat. */
export const giveAccess =
  ({ creatorId, personId, nowMs }: PassOf, { level, untilMs }: GivenAccess): DecidePass<NoFreeAccess> =>
  ({ given }) => {
    if (creatorId === personId) return Result.fail(new NoFreeAccess({ reason: "oneself" }))
    const isUnfit = untilMs !== null && (untilMs <= nowMs || untilMs > nowMs + ACCESS_MS_MAX)
    if (isUnfit) return Result.fail(new NoFreeAccess({ reason: "until" }))
    if (given?.level === level && given.untilMs === untilMs) return Result.succeed([])
    const until = untilMs === null ? null : formatIso(untilMs)
    return Result.succeed([AccessGiven.make({ creatorId, personId, level, until, givenAt: formatIso(nowMs) })])
  }

/** Takes back what the creator gave. A trial goes on. */
export const withdrawAccess =
  ({ creatorId, personId, nowMs }: PassOf): DecidePass<never> =>
  ({ given }) =>
    Result.succeed(given === null ? [] : [AccessWithdrawn.make({ creatorId, personId, withdrawnAt: formatIso(nowMs) })])

/** Begins the trial, once. It costs nothing and takes no seat. @param isOpen whether the person has access already */
export const beginTrial =
  ({ creatorId, personId, nowMs }: PassOf, days: number, isOpen: boolean): DecidePass<NoFreeAccess> =>
  ({ hasTried }) => {
    if (creatorId === personId) return Result.fail(new NoFreeAccess({ reason: "oneself" }))
    if (days === 0) return Result.fail(new NoFreeAccess({ reason: "notOffered" }))
    if (hasTried) return Result.fail(new NoFreeAccess({ reason: "tried" }))
    if (isOpen) return Result.fail(new NoFreeAccess({ reason: "open" }))
    const until = formatIso(nowMs + days * DAY_MS)
    return Result.succeed([TrialBegun.make({ creatorId, personId, until, begunAt: formatIso(nowMs) })])
  }

/** Records the end of what is over, so that rooms and lists hear of it. Access itself compares times. */
export const lapseAccess =
  ({ creatorId, personId, nowMs }: PassOf): DecidePass<never> =>
  ({ given, trialUntilMs }) => {
    const lapsedAt = formatIso(nowMs)
    const isOver = (untilMs: number | null) => untilMs !== null && untilMs <= nowMs
    return Result.succeed([
      ...(isOver(given?.untilMs ?? null) ? [AccessLapsed.make({ creatorId, personId, kind: "given", lapsedAt })] : []),
      ...(isOver(trialUntilMs) ? [AccessLapsed.make({ creatorId, personId, kind: "trial", lapsedAt })] : []),
    ])
  }

/** Sets how long people can try a creator's subscription. Trials that run keep their end. */
export const offerTrial =
  (creatorId: string, days: number, nowMs: number): Decide<number, TrialOfferEvent, NoFreeAccess> =>
  (before) => {
    const isUnfit = !Number.isInteger(days) || days < 0 || days > TRIAL_DAYS_MAX
    if (isUnfit) return Result.fail(new NoFreeAccess({ reason: "days" }))
    return Result.succeed(before === days ? [] : [TrialOffered.make({ creatorId, days, offeredAt: formatIso(nowMs) })])
  }
