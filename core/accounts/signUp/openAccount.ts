import { Result, Schema } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import type { ClaimState } from "../claims/Claim.ts"
import { issueCode } from "../codes/checkCode.ts"
import { type AccountEvent, AccountOpened, type ClaimEvent, NameClaimed, SignUpRepeated } from "../events.ts"

export type OpenAccount = {
  readonly personId: string
  readonly userCode: string
  readonly email: string
  readonly passwordHash: string
  readonly locale: string
  /** The id of the invitation that was used, if any. */
  readonly invite: string | null
  readonly codeId: string
  readonly nowMs: number
}

/** The address belongs to an account already; only our own code ever sees this. */
export class AddressInUse extends Schema.TaggedError<AddressInUse>()("AddressInUse", { personId: Schema.String }) {}
/** The random code of a fresh account was another's already. */
export class UserCodeCollision extends Schema.TaggedError<UserCodeCollision>()("UserCodeCollision", {}) {}

/** A new person signs up with an address that nobody has. */
export const openAccount =
  ({ personId, userCode, email, passwordHash, locale, invite, codeId, nowMs }: OpenAccount) =>
  (
    address: ClaimState,
    code: ClaimState,
  ): Result.Result<
    { readonly account: ReadonlyArray<AccountEvent>; readonly claim: ReadonlyArray<ClaimEvent> },
    AddressInUse | UserCodeCollision
  > => {
    if (address.ownerId !== null) return Result.fail(new AddressInUse({ personId: address.ownerId }))
    if (code.ownerId !== null) return Result.fail(new UserCodeCollision({}))
    const at = formatIso(nowMs)
    return Result.succeed({
      account: [
        AccountOpened.make({ personId, userCode, email, passwordHash, locale, invite, openedAt: at }),
        issueCode("activation", { personId, codeId, nowMs }, { email, locale }),
      ],
      claim: [NameClaimed.make({ personId, claimedAt: at })],
    })
  }

export type RepeatSignUp = {
  readonly personId: string
  readonly locale: string
  readonly codeId: string
  readonly nowMs: number
  /** Whether the password that was chosen now is the one of the first time. */
  readonly isSamePassword: boolean
}

/**
 * Somebody signs up with an address that was signed up with before. An account that nobody has proven to own starts
 * again, without a password unless both chose the same one: else anyone who knew the address first would know the password
 * of its owner's account. The owner of an account that is active gets a mail, and anyone who tried is told nothing.
 */
export const repeatSignUp =
  ({ personId, locale, codeId, nowMs, isSamePassword }: RepeatSignUp) =>
  ({ status, userCode, email, passwordHash, ...state }: AccountState): ReadonlyArray<AccountEvent> => {
    const at = formatIso(nowMs)
    if (status === "active") return [SignUpRepeated.make({ personId, email, locale: state.locale, repeatedAt: at })]
    if (status !== "open") return []
    return [
      AccountOpened.make({
        personId,
        userCode,
        email,
        passwordHash: isSamePassword ? passwordHash : null,
        locale,
        invite: null,
        openedAt: at,
      }),
      issueCode("activation", { personId, codeId, nowMs }, { email, locale }),
    ]
  }
