import { DOCUMENT_LENGTH_MAX } from "./limits.ts"
import type { ParseProblem } from "./ParsedFeed.ts"

/**
 * Removes what XML cannot contain: control characters, unpaired surrogates, byte order marks. Windows-1252 characters
 * that were decoded as control characters (U+0080 to U+009F) are restored.
 */
export const repairText = (text: string): { readonly text: string; readonly problems: ReadonlyArray<ParseProblem> } => {
  const problems: Array<ParseProblem> = []
  let repaired = text
  if (text.length > DOCUMENT_LENGTH_MAX) {
    repaired = text.slice(0, DOCUMENT_LENGTH_MAX)
    problems.push("truncated")
  }
  repaired = repaired.replace(/^\ufeff+/, "").toWellFormed()
  if (ILLEGAL.test(repaired)) {
    problems.push("illegal-characters")
    repaired = repaired.replace(ILLEGAL_ALL, (character) => WINDOWS.get(character.charCodeAt(0)) ?? "")
  }
  return { text: repaired, problems }
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/
const ILLEGAL_ALL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: control characters are what is looked for

/** Windows-1252 characters in place of Latin-1 control characters. */
const WINDOWS = new Map(
  [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"].map((letter, at) => {
    const code = 0x80 + at
    return [code, letter.charCodeAt(0) === code ? "" : letter] as const
  }),
)
