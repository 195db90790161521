import type { Aggregate } from "#core/kernel"
import { AccountEvent, AccountEvents, PUBLIC_PURPOSES, type Purpose } from "./events.ts"
import { DAY_REFUSALS_MAX } from "./formRules.ts"

/** The newest code of one purpose. */
export type OpenCode = {
  readonly codeId: string
  readonly issuedMs: number
  readonly expiresMs: number
  /** Number of wrong digits. */
  readonly refused: number
}

export type AccountState = {
  /** `none`: never opened. `open`: the email address is not verified yet. */
  readonly status: "none" | "open" | "active" | "deleted"
  readonly userCode: string
  readonly email: string | null
  /** The address that the newest code of the purpose `email` was sent to. */
  readonly requestedEmail: string | null
  readonly passwordHash: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly bio: string | null
  readonly headerImage: string | null
  readonly bannerImage: string | null
  readonly locale: string
  readonly preferences: Readonly<Record<number, string>>
  readonly codes: Readonly<Partial<Record<Purpose, OpenCode>>>
  /** Times of the last wrong digits, newest first, in milliseconds. Codes that need a session are not counted. */
  readonly refusedMs: ReadonlyArray<number>
}

const initial: AccountState = {
  status: "none",
  userCode: "",
  email: null,
  requestedEmail: null,
  passwordHash: null,
  displayName: null,
  userName: null,
  bio: null,
  headerImage: null,
  bannerImage: null,
  locale: "en",
  preferences: {},
  codes: {},
  refusedMs: [],
}

/** A person's account, by person id. */
export const Account: Aggregate<AccountState, AccountEvent> = {
  category: "account",
  events: AccountEvents,
  initial,
  evolve: (state, event) =>
    AccountEvent.match(event, {
      "accounts.AccountOpened.v1": ({ userCode, email, passwordHash, locale }): AccountState => ({
        ...initial,
        // Signing up again must not allow more attempts.
        refusedMs: state.refusedMs,
        status: "open",
        userCode,
        email,
        passwordHash,
        locale,
      }),
      "accounts.AccountActivated.v1": () => ({ ...state, status: "active" as const }),
      "accounts.CodeIssued.v1": ({ codeId, purpose, email, issuedAt, expiresAt }) =>
        withCode(purpose === "email" ? { ...state, requestedEmail: email } : state, purpose, {
          codeId,
          issuedMs: Date.parse(issuedAt),
          expiresMs: Date.parse(expiresAt),
          refused: 0,
        }),
      "accounts.CodeRefused.v1": ({ codeId, purpose, refusedAt }) => {
        const refusedMs = PUBLIC_PURPOSES.has(purpose)
          ? [Date.parse(refusedAt), ...state.refusedMs].slice(0, DAY_REFUSALS_MAX)
          : state.refusedMs
        const code = state.codes[purpose]
        if (code?.codeId !== codeId) return { ...state, refusedMs }
        return withCode({ ...state, refusedMs }, purpose, { ...code, refused: code.refused + 1 })
      },
      "accounts.CodeUsed.v1": ({ codeId, purpose }) => {
        const { [purpose]: code, ...codes } = state.codes
        return code?.codeId === codeId ? { ...state, codes } : state
      },
      "accounts.SignUpRepeated.v1": () => state,
      "accounts.PasswordChanged.v1": ({ passwordHash }) => ({ ...state, passwordHash }),
      "accounts.EmailChanged.v1": ({ email }) => ({ ...state, email, requestedEmail: null }),
      "accounts.PersonNamed.v1": ({ displayName, userCode }) => ({ ...state, displayName, userCode }),
      "accounts.UserNameChosen.v1": ({ userName }) => ({ ...state, userName }),
      "accounts.ProfileUpdated.v1": ({ bio, headerImage, locale }) => ({ ...state, bio, headerImage, locale }),
      "accounts.BannerChanged.v1": ({ bannerImage }) => ({ ...state, bannerImage }),
      "accounts.PreferenceSet.v1": ({ preferenceId, value }) => ({
        ...state,
        preferences: { ...state.preferences, [preferenceId]: value },
      }),
      "accounts.SignedIn.v1": () => state,
      "accounts.AccountDeleted.v1": () => ({ ...initial, status: "deleted" as const }),
    }),
}

const withCode = (state: AccountState, purpose: Purpose, code: OpenCode): AccountState => ({
  ...state,
  codes: { ...state.codes, [purpose]: code },
})
