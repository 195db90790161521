import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import type { ClaimState } from "../claims/Claim.ts"
import { AccountDeleted, type AccountEvent, type ClaimEvent, NameReleased } from "../events.ts"

export type DeleteAccount = { readonly personId: string; readonly farewellId: string; readonly nowMs: number }

/** Deletes an account. Email address and user name are released; the user code is never reused. */
export const deleteAccount =
  ({ personId, farewellId, nowMs }: DeleteAccount) =>
  (
    state: AccountState,
    claims: { readonly email: ClaimState; readonly userName: ClaimState },
  ): Result.Result<
    {
      readonly account: ReadonlyArray<AccountEvent>
      readonly email: ReadonlyArray<ClaimEvent>
      readonly userName: ReadonlyArray<ClaimEvent>
    },
    never
  > => {
    if (state.status !== "open" && state.status !== "active")
      return Result.succeed({ account: [], email: [], userName: [] })
    const { email, locale } = state
    const at = formatIso(nowMs)
    const freed = ({ ownerId }: ClaimState) =>
      ownerId === personId ? [NameReleased.make({ personId, releasedAt: at })] : []
    return Result.succeed({
      account: [AccountDeleted.make({ personId, farewellId, email, locale, deletedAt: at })],
      email: freed(claims.email),
      userName: freed(claims.userName),
    })
  }
