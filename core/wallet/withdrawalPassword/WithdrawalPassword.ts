import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { formatIso } from "#core/kernel"
import type { PauseReason } from "../contract.ts"
import { type WithdrawalPasswordEvent, WithdrawalPasswordEvents, WithdrawalPasswordSet } from "./events.ts"
import { PasswordChangedConcurrently } from "./refusals.ts"

/** Withdrawals pause for this time after a security change, as at most exchanges. */
export const SECURITY_PAUSE_MS = 24 * 3_600_000

export type WithdrawalPasswordState = {
  /** Null: not set yet. */
  readonly hash: string | null
  readonly frozenUntilMs: number
  /** Time of the first password; 0 if there is none. */
  readonly sinceMs: number
}

/** The password that withdrawals require; the stream id is the person's id. */
export const WithdrawalPassword: Aggregate<WithdrawalPasswordState, WithdrawalPasswordEvent> = {
  category: "withdrawalPassword",
  events: WithdrawalPasswordEvents,
  initial: { hash: null, frozenUntilMs: 0, sinceMs: 0 },
  evolve: ({ frozenUntilMs, sinceMs }, { passwordHash, frozenUntil, setAt }) => ({
    hash: passwordHash,
    // A change does not end the pause of a reset.
    frozenUntilMs: frozenUntil === null ? frozenUntilMs : Math.max(frozenUntilMs, Date.parse(frozenUntil)),
    sinceMs: sinceMs === 0 ? Date.parse(setAt) : sinceMs,
  }),
}

type NewPassword = { readonly personId: string; readonly passwordHash: string; readonly nowMs: number }
type DecidePassword = Decide<WithdrawalPasswordState, WithdrawalPasswordEvent, PasswordChangedConcurrently>

/**
 * Changes the password after verification of the previous one.
 * @param present the verified hash; the change is refused if it is no longer the current one
 */
export const changeWithdrawalPassword =
  (present: string, next: NewPassword): DecidePassword =>
  ({ hash }) =>
    hash === present ? Result.succeed([set(next, "changed", null)]) : Result.fail(new PasswordChangedConcurrently())

/** Sets the first password, or replaces one without verifying it, which pauses withdrawals. */
export const chooseWithdrawalPassword =
  (next: NewPassword): DecidePassword =>
  ({ hash }) =>
    Result.succeed([hash === null ? set(next, "first", null) : set(next, "reset", next.nowMs + SECURITY_PAUSE_MS)])

const set = (
  { personId, passwordHash, nowMs }: NewPassword,
  how: WithdrawalPasswordEvent["how"],
  untilMs: number | null,
): WithdrawalPasswordEvent =>
  WithdrawalPasswordSet.make({
    personId,
    passwordHash,
    how,
    frozenUntil: untilMs === null ? null : formatIso(untilMs),
    setAt: formatIso(nowMs),
  })

/** Why a person's withdrawals are paused, and until when (milliseconds since 1970). */
export type Pause = { readonly reason: PauseReason; readonly untilMs: number }

/** Times of the last security changes; 0 for none. */
type SecurityChanges = { readonly frozenUntilMs: number; readonly passwordMs: number; readonly stepMs: number }

/** The pause that ends last, or null. */
export const currentPause = ({ frozenUntilMs, passwordMs, stepMs }: SecurityChanges, nowMs: number): Pause | null => {
  const pauses: ReadonlyArray<Pause> = [
    { reason: "reset", untilMs: frozenUntilMs },
    { reason: "signIn", untilMs: passwordMs + SECURITY_PAUSE_MS },
    { reason: "step", untilMs: stepMs + SECURITY_PAUSE_MS },
  ]
  return pauses.reduce<Pause | null>(
    (last, pause) => (pause.untilMs > Math.max(nowMs, last?.untilMs ?? 0) ? pause : last),
    null,
  )
}
