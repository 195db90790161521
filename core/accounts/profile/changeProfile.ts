import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import type { ClaimState } from "../claims/Claim.ts"
import {
  type AccountEvent,
  BannerChanged,
  type ClaimEvent,
  NameClaimed,
  NameReleased,
  PersonNamed,
  PreferenceSet,
  ProfileUpdated,
  UserNameChosen,
} from "../events.ts"
import { FRESH_CODE_PREFIX } from "../formRules.ts"
import { AlreadyUsed, CodeChosen, NoAccount } from "../refusals.ts"

type Who = { readonly personId: string; readonly nowMs: number }
type Facts = ReadonlyArray<AccountEvent>
/** Sets the display name, and the user code if it was not chosen before. */
export const namePerson =
  ({ personId, nowMs, displayName, userCode }: Who & { readonly displayName: string; readonly userCode: string }) =>
  (
    state: AccountState,
    code: ClaimState,
  ): Result.Result<
    { readonly account: Facts; readonly claim: ReadonlyArray<ClaimEvent> },
    NoAccount | CodeChosen | AlreadyUsed
  > => {
    if (state.status !== "active") return Result.fail(new NoAccount({}))
    const at = formatIso(nowMs)
    const named = PersonNamed.make({ personId, displayName, userCode, namedAt: at })
    if (state.userCode === userCode)
      return Result.succeed({ account: state.displayName === displayName ? [] : [named], claim: [] })
    if (!state.userCode.startsWith(FRESH_CODE_PREFIX)) return Result.fail(new CodeChosen({}))
    if (code.ownerId !== null) return Result.fail(new AlreadyUsed({ what: "userCode" }))
    return Result.succeed({ account: [named], claim: [NameClaimed.make({ personId, claimedAt: at })] })
  }

/**
 * Sets the user name and releases the former one.
 * @param isSame whether the new name and the one before are one claim: only the letter case changed
 */
export const chooseUserName =
  ({ personId, nowMs, userName, isSame }: Who & { readonly userName: string; readonly isSame: boolean }) =>
  (
    state: AccountState,
    claim: ClaimState,
  ): Result.Result<
    {
      readonly account: Facts
      readonly claim: ReadonlyArray<ClaimEvent>
      readonly former: ReadonlyArray<ClaimEvent>
    },
    NoAccount | AlreadyUsed
  > => {
    if (state.status !== "active") return Result.fail(new NoAccount({}))
    const at = formatIso(nowMs)
    const chosen = UserNameChosen.make({ personId, userName, chosenAt: at })
    if (isSame) return Result.succeed({ account: state.userName === userName ? [] : [chosen], claim: [], former: [] })
    if (claim.ownerId !== null) return Result.fail(new AlreadyUsed({ what: "userName" }))
    return Result.succeed({
      account: [chosen],
      claim: [NameClaimed.make({ personId, claimedAt: at })],
      former: state.userName === null ? [] : [NameReleased.make({ personId, releasedAt: at })],
    })
  }

/** Changes of a profile; omitted fields stay. */
export type ProfileChange = {
  readonly displayName?: string
  readonly bio?: string
  /** The small picture: the key of a stored one; null removes it. */
  readonly headerImage?: string | null
  /** The wide picture above the profile. */
  readonly bannerImage?: string | null
  readonly locale?: string
}

export const updateProfile =
  ({ personId, nowMs, ...change }: Who & ProfileChange) =>
  (state: AccountState): Result.Result<Facts, NoAccount> => {
    if (state.status !== "active") return Result.fail(new NoAccount({}))
    const { displayName = state.displayName, bio = state.bio, locale = state.locale } = change
    const headerImage = change.headerImage === undefined ? state.headerImage : change.headerImage
    const bannerImage = change.bannerImage === undefined ? state.bannerImage : change.bannerImage
    const isNamed = displayName === state.displayName
    const isSame = bio === state.bio && headerImage === state.headerImage && locale === state.locale
    const at = formatIso(nowMs)
    return Result.succeed([
      ...(isNamed ? [] : [PersonNamed.make({ personId, displayName, userCode: state.userCode, namedAt: at })]),
      ...(isSame ? [] : [ProfileUpdated.make({ personId, bio, headerImage, locale, updatedAt: at })]),
      ...(bannerImage === state.bannerImage ? [] : [BannerChanged.make({ personId, bannerImage, changedAt: at })]),
    ])
  }

export const setPreference =
  ({ personId, nowMs, preferenceId, value }: Who & { readonly preferenceId: number; readonly value: string }) =>
  (state: AccountState): Result.Result<Facts, NoAccount> => {
    if (state.status !== "active") return Result.fail(new NoAccount({}))
    const set = PreferenceSet.make({ personId, preferenceId, value, setAt: formatIso(nowMs) })
    return Result.succeed(state.preferences[preferenceId] === value ? [] : [set])
  }
