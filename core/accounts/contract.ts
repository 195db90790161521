/** The owner of a session, with the data that every page and call may need. */
export type Member = {
  readonly sessionId: string
  readonly personId: string
  readonly userCode: string
  readonly channelCode: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly headerImage: string | null
  readonly locale: string
  readonly preferences: Readonly<Record<string, string>>
  /** Whether a balance was ever credited to them. */
  readonly credited: boolean
  /** The session still needs its second step. */
  readonly isSecondStepPending: boolean
  /** Stored times of the last use and the last token rotation, in milliseconds. */
  readonly seenMs: number
  readonly rotatedMs: number
}

/** Days for which backups contain what a person has erased, at most (docs/operations/data.md). */
export const BACKUP_DAYS_MAX = 30

/** The part of accounts that browsers may import. */

export {
  APP_NAME_LENGTH_MAX,
  ASCII_LETTERS_ONLY,
  BIO_LENGTH_MAX,
  CODE_LENGTH,
  type CodeState,
  DIGITS_ONLY,
  DISPLAY_NAME,
  DISPLAY_NAME_LENGTH_MAX,
  DISPLAY_NAME_LENGTH_MIN,
  EMAIL_LENGTH_MAX,
  FRESH_CODE_PREFIX,
  INVITE_LENGTH,
  INVITES_MAX,
  isCodeReady,
  PASSKEY_NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PREFERENCE_BASE_CURRENCY,
  PREFERENCE_VALUE_LENGTH_MAX,
  TYPED_CODE_LENGTH_MAX,
  USER_CODE,
  USER_NAME,
  USER_NAME_LENGTH_MAX,
  USER_NAME_LENGTH_MIN,
} from "./formRules.ts"
