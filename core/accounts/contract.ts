/** What a browser may know of accounts. */

export { APP_NAME_LENGTH_MAX } from "./appPasswords/sizes.ts"
export type { Member } from "./Member.ts"
export { PASSKEY_NAME_LENGTH_MAX } from "./passkeys/sizes.ts"
export { ASCII_LETTERS_ONLY, DIGITS_ONLY } from "./patterns.ts"
export {
  BIO_LENGTH_MAX,
  CODE_LENGTH,
  DISPLAY_NAME,
  DISPLAY_NAME_LENGTH_MAX,
  DISPLAY_NAME_LENGTH_MIN,
  EMAIL_LENGTH_MAX,
  FRESH_CODE_PREFIX,
  INVITE_LENGTH,
  INVITES_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PREFERENCE_BASE_CURRENCY,
  PREFERENCE_VALUE_LENGTH_MAX,
  USER_NAME,
  USER_NAME_LENGTH_MAX,
  USER_NAME_LENGTH_MIN,
} from "./sizes.ts"
export { type CodeState, isCodeReady } from "./twoStep/codeState.ts"
export { TYPED_CODE_LENGTH_MAX } from "./twoStep/sizes.ts"
