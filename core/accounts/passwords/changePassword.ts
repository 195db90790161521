import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type CodeDecision, checkCode, type PresentedCode } from "../codes/checkCode.ts"
import { AccountActivated, type AccountEvent, PasswordChanged } from "../events.ts"
import { NoAccount } from "../refusals.ts"

type NewPassword = { readonly personId: string; readonly passwordHash: string; readonly nowMs: number }

/**
 * Resets a forgotten password with a mailed code. That verifies the address too, so an inactive account is activated.
 */
export const resetPassword =
  ({ passwordHash, ...given }: NewPassword & Omit<PresentedCode, "purpose">) =>
  (state: AccountState): CodeDecision => {
    if (state.status !== "open" && state.status !== "active") return Result.succeed([])
    const { isRight, facts } = checkCode(state, { ...given, purpose: "reset" })
    if (!isRight) return Result.succeed(facts)
    const { personId, nowMs } = given
    const proven = state.status === "open" ? [AccountActivated.make({ personId, activatedAt: formatIso(nowMs) })] : []
    return Result.succeed([...facts, ...proven, changed({ personId, passwordHash, nowMs }, state, false)])
  }

/** Changes a member's password with a mailed code. */
export const changePasswordByCode =
  ({ passwordHash, ...given }: NewPassword & Omit<PresentedCode, "purpose">) =>
  (state: AccountState): CodeDecision => {
    if (state.status !== "active") return Result.succeed([])
    const { isRight, facts } = checkCode(state, { ...given, purpose: "password" })
    return Result.succeed(isRight ? [...facts, changed({ ...given, passwordHash }, state, false)] : facts)
  }

/**
 * Changes a password after the current one was checked.
 * @param present the hash that was checked; it must still be stored
 */
export const changePassword =
  (present: string, next: NewPassword) =>
  (state: AccountState): Result.Result<ReadonlyArray<AccountEvent>, NoAccount> =>
    state.status === "active" && state.passwordHash === present
      ? Result.succeed([changed(next, state, false)])
      : Result.fail(new NoAccount({}))

/** Stores the same password hashed with current parameters, unless it has changed. */
export const renewHash =
  (old: string, next: NewPassword) =>
  (state: AccountState): CodeDecision =>
    Result.succeed(state.passwordHash === old ? [changed(next, state, true)] : [])

const changed = ({ personId, passwordHash, nowMs }: NewPassword, state: AccountState, rehashed: boolean) => {
  const { email, locale } = state
  return PasswordChanged.make({
    personId,
    passwordHash,
    rehashed,
    email,
    locale,
    changedAt: formatIso(nowMs),
  })
}
