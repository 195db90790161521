import { dictionary } from "@zxcvbn-ts/language-common"

/** The 49,000 most common passwords of data leaks (zxcvbn-ts, MIT), in lower case. */
const common: ReadonlySet<string> = new Set(dictionary["passwords-common"])

/** Whether a password is common, also with a few digits and symbols appended. */
export const isCommonPassword = (small: string): boolean =>
  common.has(small) || common.has(small.replace(/[\d\W_]{1,4}$/u, ""))
