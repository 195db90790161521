import { Result } from "effect"
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../formRules.ts"
import { UnfitField } from "../refusals.ts"
import { isCommonPassword } from "./commonPasswords.ts"

/** Characters of a row of a keyboard, or of the alphabet, that count as one thought. */
const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
]
const RUN_LENGTH_MIN = 4
/** Characters that are left of a password when its thoughts are taken together. */
const DISTINCT_LENGTH_MIN = 5

/**
 * Whether somebody may have this password: 10 to 200 characters, none of the common ones, not made of their own address,
 * of one character again and again or of a row of the keyboard (NIST SP 800-63B, 3.1.1.2; no other rule of composition).
 */
export const checkPassword = (
  password: string,
  { field, email }: { readonly field: string; readonly email: string | null },
): Result.Result<string, UnfitField> => {
  const refuse = (problem: UnfitField["problem"]) => Result.fail(new UnfitField({ field, problem }))
  const plain = password.normalize("NFKC")
  const length = [...plain].length
  if (length < PASSWORD_LENGTH_MIN) return refuse("password.short")
  if (length > PASSWORD_LENGTH_MAX) return refuse("password.long")
  const small = plain.toLowerCase()
  if (isCommonPassword(small) || isSimple(small)) return refuse("password.common")
  const own = [email, email?.split("@")[0], "quire"].filter((word) => word !== undefined && word !== null)
  return own.some((word) => isMadeOf(small, word)) ? refuse("password.own") : Result.succeed(password)
}

/** Whether little is left once repetitions and runs are taken for one character each. */
const isSimple = (small: string): boolean => {
  const shorter = small.replace(/^(.+?)\1+$/u, "$1").replaceAll(/(.)\1+/gu, "$1")
  return [...withoutRuns(shorter)].length < DISTINCT_LENGTH_MIN
}

const withoutRuns = (text: string): string => {
  let left = ""
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at)
    left += text[at]
    at += length >= RUN_LENGTH_MIN ? length : 1
  }
  return left
}

/** How many characters from here on stand side by side on a keyboard or in the alphabet, in one direction. */
const runAt = (text: string, at: number): number => {
  let longest = 1
  for (const run of [...RUNS, ...BACKWARDS]) {
    let length = 0
    const from = run.indexOf(text[at] ?? "")
    while (from >= 0 && at + length < text.length && run[from + length] === text[at + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}
const BACKWARDS = RUNS.map((run) => [...run].toReversed().join(""))

/** Whether a word, with no more than a few characters around it, is the whole password. */
const isMadeOf = (small: string, word: string): boolean =>
  word.length >= 4 &&
  small.replaceAll(word.toLowerCase(), "").length < DISTINCT_LENGTH_MIN &&
  small.includes(word.toLowerCase())
