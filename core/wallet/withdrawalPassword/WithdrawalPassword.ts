import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { type WithdrawalPasswordEvent, WithdrawalPasswordEvents, WithdrawalPasswordSet } from "./events.ts"
import { PasswordMoved } from "./refusals.ts"

/** How long nothing can be withdrawn after what protects withdrawals was changed: what exchanges usually do. */
export const PAUSE_MS = 24 * 3_600_000

export type WithdrawalPasswordState = {
  /** Null: there is none yet. */
  readonly hash: string | null
  readonly frozenUntilMs: number
  /** When the first one was chosen; 0 while there is none. */
  readonly sinceMs: number
}

/** The second password of a person, which withdrawals ask for. Its stream is the person's. */
export const WithdrawalPassword: Aggregate<WithdrawalPasswordState, WithdrawalPasswordEvent> = {
  category: "withdrawalPassword",
  events: WithdrawalPasswordEvents,
  initial: { hash: null, frozenUntilMs: 0, sinceMs: 0 },
  evolve: ({ frozenUntilMs, sinceMs }, { passwordHash, frozenUntil, setAt }) => ({
    hash: passwordHash,
    // A change does not end what a reset began.
    frozenUntilMs: frozenUntil === null ? frozenUntilMs : Math.max(frozenUntilMs, Date.parse(frozenUntil)),
    sinceMs: sinceMs === 0 ? Date.parse(setAt) : sinceMs,
  }),
}

type NewPassword = { readonly personId: string; readonly passwordHash: string; readonly nowMs: number }
type DecidePassword = Decide<WithdrawalPasswordState, WithdrawalPasswordEvent, PasswordMoved>

/**
 * Chooses the password anew with the one before.
 * @param present the hash that it was compared with: it must still be the one
 */
export const changeWithdrawalPassword =
  (present: string, next: NewPassword): DecidePassword =>
  ({ hash }) =>
    hash === present ? Result.succeed([set(next, "changed", null)]) : Result.fail(new PasswordMoved())

/** Chooses the first password, or another one without the one before, which stops withdrawals for a while. */
export const chooseWithdrawalPassword =
  (next: NewPassword): DecidePassword =>
  ({ hash }) =>
    Result.succeed([hash === null ? set(next, "first", null) : set(next, "reset", next.nowMs + PAUSE_MS)])

const set = (
  { personId, passwordHash, nowMs }: NewPassword,
  how: WithdrawalPasswordEvent["how"],
  untilMs: number | null,
): WithdrawalPasswordEvent =>
  WithdrawalPasswordSet.make({
    personId,
    passwordHash,
    how,
    frozenUntil: untilMs === null ? null : new Date(untilMs).toISOString(),
    setAt: new Date(nowMs).toISOString(),
  })
