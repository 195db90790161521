/** Characters that recognise a text: enough that no other text contains them by chance. Scripts without spaces say more. */
const PASSAGE_LENGTH = 60
const LETTERS_MIN = 16
const HAN_MIN = 8
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Splits into words alone: markup, quotes and entities are written differently in HTML, in XML and in JSON. */
const BETWEEN_WORDS = /[^\p{L}\p{N} ]+/u

/**
 * A passage by which the gated part of a post is recognised in an answer. Null if the part has no passage of its own that
 * is long enough, for example if it only repeats the public part.
 *
 * @param gated the gated part as plain text
 * @param open what everyone may read of the post, as plain text
 */
export const passageOf = (gated: string, open: string): string | null => {
  const shown = spaced(open)
  const found = spaced(gated)
    .split(BETWEEN_WORDS)
    .map((words) => words.trim().slice(0, PASSAGE_LENGTH).trim())
    .filter((words) => words.length >= (HAN.test(words) ? HAN_MIN : LETTERS_MIN) && !shown.includes(words))
  return found.reduce<string | null>((best, words) => (words.length > (best?.length ?? 0) ? words : best), null)
}

/** Whether an answer contains a passage, with or without markup between its words. */
export const contains = (answer: string, passage: string): boolean =>
  answer.includes(passage) || spaced(answer.replaceAll(/<[^<>]*>/g, "")).includes(passage)

/** Single spaces are left alone: replacing each of them would take most of the time. */
const spaced = (text: string): string => text.replaceAll(/\s{2,}|[^\S ]/g, " ")
