import { dictionary } from "@zxcvbn-ts/language-common"
import { PASSWORD_LENGTH_MIN } from "../sizes.ts"

/**
 * Passwords of at least the length that is asked for anyway, among the 49,000 that were found most often where passwords
 * were stolen (zxcvbn-ts, MIT): some 1,500, small letters.
 */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter(({ length }) => length >= PASSWORD_LENGTH_MIN),
)

/** Whether this is one of them, as it is or with figures and signs at its end. */
export const isCommonPassword = (small: string): boolean =>
  common.has(small) || common.has(small.replace(/[\d\W_]+$/u, ""))
