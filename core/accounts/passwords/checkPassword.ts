import { Effect } from "effect"
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../formRules.ts"
import { UnfitField } from "../refusals.ts"

/** The 49,000 most common passwords of data leaks (zxcvbn-ts, MIT), in lower case. Loaded for the first new password. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]))
  return common
}
let common: Promise<ReadonlySet<string>> | undefined

/** Whether a password is common, also with a few digits and symbols appended. */
const isAmong = (passwords: ReadonlySet<string>, small: string): boolean =>
  passwords.has(small) || passwords.has(small.replace(/[\d\W_]{1,4}$/u, ""))

/** Keyboard rows and alphabets; a run of them counts as one character. */
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
/** Minimum length of a password after runs and repetitions are collapsed. */
const DISTINCT_LENGTH_MIN = 5

/**
 * Checks a new password: 10 to 200 characters, not common, not derived from the email address, and not only repetitions or
 * keyboard runs (NIST SP 800-63B, 3.1.1.2; no other composition rules).
 */
export const checkPassword = Effect.fn("checkPassword")(function* (
  password: string,
  { field, email }: { readonly field: string; readonly email: string | null },
) {
  const refuse = (problem: UnfitField["problem"]) => new UnfitField({ field, problem })
  const plain = password.normalize("NFKC")
  const length = [...plain].length
  if (length < PASSWORD_LENGTH_MIN) return yield* refuse("password.short")
  if (length > PASSWORD_LENGTH_MAX) return yield* refuse("password.long")
  const small = plain.toLowerCase()
  if (isAmong(yield* Effect.promise(commonPasswords), small) || isSimple(small)) return yield* refuse("password.common")
  const own = [email, email?.split("@")[0], "quire"].filter((word) => word !== undefined && word !== null)
  if (own.some((word) => isMadeOf(small, word))) return yield* refuse("password.own")
})

/** Whether the password is too short once repetitions and runs are collapsed. */
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

/** Length of the longest keyboard or alphabet run that starts here. */
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

/** Whether the password is this word with only a few other characters. */
const isMadeOf = (small: string, word: string): boolean =>
  word.length >= 4 &&
  small.replaceAll(word.toLowerCase(), "").length < DISTINCT_LENGTH_MIN &&
  small.includes(word.toLowerCase())
