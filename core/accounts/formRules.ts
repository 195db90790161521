/** Limits, patterns and checks of form fields. No schemas, so that browsers need not load the schema library. */

/** Length of a display name (specification, section 5: "Minimum 3 characters"). */
export const DISPLAY_NAME_LENGTH_MIN = 3
export const DISPLAY_NAME_LENGTH_MAX = 40
/**
 * Letters of any script, digits, at most two marks per letter, and single separators between the parts of a name. No
 * characters that are invisible by default, such as U+3164 (Hangul filler), though Unicode counts some as letters.
 */
export const DISPLAY_NAME =
  /^(?!.*\p{DI})(?!.*\p{M}{3})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[ ._'’·-](?=[\p{L}\p{N}]))*\.?$/u

/** Length of a user name (specification, section 5: "Minimum 4 characters"). */
export const USER_NAME_LENGTH_MIN = 4
export const USER_NAME_LENGTH_MAX = 30
/** ASCII; begins with a letter. */
export const USER_NAME = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/

export const BIO_LENGTH_MAX = 2_000
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
export const EMAIL_LENGTH_MAX = 254

export const PASSWORD_LENGTH_MIN = 10
/** Limits the work of the hash. */
export const PASSWORD_LENGTH_MAX = 200

/** Prefix of a fresh account's user code, until the person chooses one. */
export const FRESH_CODE_PREFIX = "Test"
/** Prefix of suggested user codes. */
export const SUGGESTED_CODE_PREFIX = "QI"
export const USER_CODE = /^QI[0-9A-HJKMNP-TV-Z]{6,12}$/

/** Digits of a mailed code and of a second-step code (specification, section 9). */
export const CODE_LENGTH = 6

/** Preference of the base currency: an asset type id as text (specification, section 3). */
export const PREFERENCE_BASE_CURRENCY = 9
export const PREFERENCE_VALUE_LENGTH_MAX = 200

/** Wrong digits after which the digits of a code are invalid. */
export const CODE_REFUSALS_MAX = 5
/** Wrong digits per account and day, for all codes that need no session. */
export const DAY_REFUSALS_MAX = 10
/** Characters of an invitation's code, Crockford base32: 60 bits. */
export const INVITE_LENGTH = 12
export const INVITE = /^[0-9A-HJKMNP-TV-Z]{12}$/
/** Invitations per member. */
export const INVITES_MAX = 5
/** Number of suggested user codes. */
export const SUGGESTED_CODES = 5
/** Random characters of a fresh account's code and of a suggested one, Crockford base32. */
export const FRESH_CODE_LENGTH = 10
export const SUGGESTED_CODE_LENGTH = 8

export const APP_NAME_LENGTH_MAX = 60
export const PASSKEY_NAME_LENGTH_MAX = 60

/** A code of an authenticator is valid while it is younger than this (specification, section 3). */
export const STEP_MS = 30_000
/** A code of the second step as typed, blanks and hyphens included. */
export const TYPED_CODE_LENGTH_MAX = 40

/** Characters that fields accept (specification, section 5). Codes of mails and of the second step. */
export const DIGITS_ONLY = /^[0-9]+$/
/** Names from identity providers: letters of any script with their accents, and single spaces between words. */
export const LETTERS_AND_SPACES = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u
/** Language codes. */
export const ASCII_LETTERS_ONLY = /^[A-Za-z]+$/

/** A typed code and the time at which it was typed (milliseconds since 1970). */
export type CodeState = { readonly code: string; readonly time: number }

/** Whether a code may be sent: it has six digits and is less than 30 s old. */
export const isCodeReady = ({ code, time }: CodeState, nowMs: number): boolean =>
  code.length === CODE_LENGTH && /^\d+$/.test(code) && nowMs - time < STEP_MS
