import { dictionary } from "@zxcvbn-ts/language-common"

/** The 49,000 passwords that were found most often where some were stolen (zxcvbn-ts, MIT), small letters. */
const common: ReadonlySet<string> = new Set(dictionary["passwords-common"])

/** Whether this is one of them, as it is or made longer with a few figures and signs. */
export const isCommonPassword = (small: string): boolean =>
  common.has(small) || common.has(small.replace(/[\d\W_]{1,4}$/u, ""))
