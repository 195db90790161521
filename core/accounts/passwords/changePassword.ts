import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type CodeDecision, checkCode, type PresentedCode } from "../codes/checkCode.ts"
import { AccountActivated, type AccountEvent, PasswordChanged } from "../events.ts"
import { NoAccount } from "../refusals.ts"

type NewPassword = { readonly personId: string; readonly passwordHash: string; readonly nowMs: number }

/**
 * Somebody who forgot the password chooses another one with the code of a mail. That proves the address as well, so an
 * account that was not active yet is active from now on.
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

/** A member who gave the code that was mailed for it chooses a new password. */
export const changePasswordByCode =
  ({ passwordHash, ...given }: NewPassword & Omit<PresentedCode, "purpose">) =>
  (state: AccountState): CodeDecision => {
    if (state.status !== "active") return Result.succeed([])
    const { isRight, facts } = checkCode(state, { ...given, purpose: "password" })
    return Result.succeed(isRight ? [...facts, changed({ ...given, passwordHash }, state, false)] : facts)
  }

/**
 * A member who gave the present password chooses a new one.
 * @param present the hash that the present password was compared with: it must still be the one
 */
export const changePassword =
  (present: string, next: NewPassword) =>
  (state: AccountState): Result.Result<ReadonlyArray<AccountEvent>, NoAccount> =>
    state.status === "active" && state.passwordHash === present
      ? Result.succeed([changed(next, state, false)])
      : Result.fail(new NoAccount({}))

/** The same password, hashed with the parameters of today, unless it was changed since. */
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
