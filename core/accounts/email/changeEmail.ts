import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import type { ClaimState } from "../claims/Claim.ts"
import { checkCode, issueCode, type NewCode, type PresentedCode } from "../codes/checkCode.ts"
import { type AccountEvent, type ClaimEvent, EmailChanged, NameClaimed, NameReleased } from "../events.ts"
import { AlreadyUsed, NoAccount, UnfitField } from "../refusals.ts"

/** Sends a code to a new address, which proves later that the person reads it. */
export const requestEmail =
  (email: string, code: NewCode) =>
  (state: AccountState): Result.Result<ReadonlyArray<AccountEvent>, NoAccount | UnfitField> => {
    if (state.status !== "active") return Result.fail(new NoAccount({}))
    if (state.email === email) return Result.fail(new UnfitField({ field: "newEmail", problem: "email.same" }))
    return Result.succeed([issueCode("email", code, { email, locale: state.locale })])
  }

/** The events of the account, and of the claims on its previous and its new address. */
export type ChangedAccount = {
  readonly account: ReadonlyArray<AccountEvent>
  readonly previous: ReadonlyArray<ClaimEvent>
  readonly next: ReadonlyArray<ClaimEvent>
}

/**
 * Changes the address to the requested one. Wrong digits are counted. Whether another account has the address is revealed only
 * to a person who has proved that they read it; the code stays valid then.
 */
export const changeEmail =
  (given: Omit<PresentedCode, "purpose">) =>
  (
    state: AccountState,
    claims: { readonly previous: ClaimState; readonly next: ClaimState },
  ): Result.Result<ChangedAccount, AlreadyUsed> => {
    const { email: previousEmail, requestedEmail: email, locale } = state
    const { isRight, facts } =
      state.status === "active" ? checkCode(state, { ...given, purpose: "email" }) : { isRight: false, facts: [] }
    if (!isRight || email === null) return Result.succeed({ account: facts, previous: [], next: [] })
    if (claims.next.ownerId !== null) return Result.fail(new AlreadyUsed({ what: "email" }))
    const { personId, nowMs } = given
    const at = formatIso(nowMs)
    const isOwner = claims.previous.ownerId === personId
    return Result.succeed({
      account: [...facts, EmailChanged.make({ personId, email, previousEmail, locale, changedAt: at })],
      previous: isOwner ? [NameReleased.make({ personId, releasedAt: at })] : [],
      next: [NameClaimed.make({ personId, claimedAt: at })],
    })
  }
