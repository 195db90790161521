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

/** The address belongs to an existing account. Internal. */
export class AddressInUse extends Schema.TaggedError<AddressInUse>()("AddressInUse", { personId: Schema.String }) {}
/** The random user code is taken. Internal: the command is retried. */
export class UserCodeCollision extends Schema.TaggedError<UserCodeCollision>()("UserCodeCollision", {}) {}

/** Opens an account with an unused address. */
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
  /** Whether the password equals that of the first sign-up. */
  readonly isSamePassword: boolean
}

/**
 * Signs up again with a known address. An unverified account is opened again, without a password unless both sign-ups have
 * the same one: otherwise a stranger who signed up first would know the owner's password. The owner of an active account
 * gets a mail; the response does not tell.
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
