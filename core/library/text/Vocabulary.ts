import { lowerCase, stripMarks } from "./foldWord.ts"
import { parseQuery } from "./parseQuery.ts"

/** Different words that a vocabulary holds. */
const WORDS_MAX = 100_000
/** Letters of words that are corrected: shorter ones have too many neighbours. */
const LETTERS_MIN = 4
const LETTERS_MAX = 30
/** From this length on, two errors are corrected, if the first letter is right. */
const TWO_ERRORS_LETTERS_MIN = 5

/** A word as texts spell it. */
type Word = {
  readonly folded: string
  /** The most frequent spelling in lower case, and how often it was seen. */
  spelling: string
  spellingCount: number
  count: number
  /** A bit for each letter, to rule out most words without comparing them. */
  readonly letters: number
}

/**
 * The words of some texts, by which misspelt words of searches are corrected. Words of scripts without spaces are left
 * out: people choose their characters from a list, so they are not misspelt letter by letter.
 */
export class Vocabulary {
  private readonly words = new Map<string, Word>()
  private readonly spellings = new Map<string, number>()
  private byLength: ReadonlyArray<ReadonlyArray<Word>> | null = null

  get size(): number {
    return this.words.size
  }

  /** Adds the words of a text. */
  add(text: string): void {
    this.byLength = null
    for (const [raw] of text.matchAll(WORD)) {
      const lower = lowerCase(raw, "")
      const folded = stripMarks(lower, "")
      if (folded.length < LETTERS_MIN || folded.length > LETTERS_MAX) continue
      const known = this.words.get(folded)
      if (known === undefined && this.words.size >= WORDS_MAX) continue
      const spellingCount = (this.spellings.get(lower) ?? 0) + 1
      this.spellings.set(lower, spellingCount)
      if (known === undefined) {
        this.words.set(folded, { folded, spelling: lower, spellingCount, count: 1, letters: lettersOf(folded) })
        continue
      }
      known.count += 1
      if (spellingCount > known.spellingCount) Object.assign(known, { spelling: lower, spellingCount })
    }
  }

  /** The most likely word for a misspelt one; null if it is known, or if no word is like it. */
  correct(word: string): string | null {
    const folded = stripMarks(lowerCase(word, ""), "")
    if (folded.length < LETTERS_MIN || folded.length > LETTERS_MAX || this.words.has(folded)) return null
    const errorsMax = folded.length >= TWO_ERRORS_LETTERS_MIN ? 2 : 1
    const letters = lettersOf(folded)
    let best: { readonly word: Word; readonly errors: number } | null = null
    for (let length = folded.length - errorsMax; length <= folded.length + errorsMax; length += 1)
      for (const candidate of this.ofLength(length)) {
        if (countBits(candidate.letters ^ letters) > 2 * errorsMax) continue
        const errors = countErrors(folded, candidate.folded, errorsMax)
        if (errors > errorsMax || (errors > 1 && candidate.folded[0] !== folded[0])) continue
        if (best === null || isBetter(candidate, errors, best, folded)) best = { word: candidate, errors }
      }
    return best?.word.spelling ?? null
  }

  private ofLength(length: number): ReadonlyArray<Word> {
    if (this.byLength === null) {
      const lists: Array<Array<Word>> = Array.from({ length: LETTERS_MAX + 1 }, () => [])
      for (const word of this.words.values()) lists[word.folded.length]?.push(word)
      this.byLength = lists
    }
    return this.byLength[length] ?? []
  }
}

/** Fewer errors are better, then the same first letter, then the more frequent word; the alphabet decides the rest. */
const isBetter = (
  candidate: Word,
  errors: number,
  best: { readonly word: Word; readonly errors: number },
  typed: string,
): boolean => {
  if (errors !== best.errors) return errors < best.errors
  const [first, bestFirst] = [candidate.folded[0] === typed[0], best.word.folded[0] === typed[0]]
  if (first !== bestFirst) return first
  return candidate.count === best.word.count ? candidate.folded < best.word.folded : candidate.count > best.word.count
}

/** A search with its misspelt words corrected; null if none is. Operators, hosts and excluded words stay as they are. */
export const correctQuery = (typed: string, vocabulary: Pick<Vocabulary, "correct">): string | null => {
  let corrected = ""
  let end = 0
  for (const clause of parseQuery(typed)) {
    const isText = (clause.kind === "words" || clause.kind === "phrase") && !clause.isExcluded
    const text = typed.slice(clause.start, clause.end)
    corrected += typed.slice(end, clause.start)
    corrected +=
      !isText || HOST.test(text)
        ? text
        : text.replace(WORD, (word) => {
            const right = vocabulary.correct(word)
            return right === null ? word : withCaseOf(word, right)
          })
    end = clause.end
  }
  corrected += typed.slice(end)
  return corrected === typed ? null : corrected
}

/** Letters of scripts that write words letter by letter, with apostrophes between them. */
const WORD =
  /(?:(?=[\p{L}\p{M}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Inherited}])+/gu
const HOST = /\p{L}\.\p{L}/u

const withCaseOf = (typed: string, word: string): string => {
  const first = typed.charAt(0)
  return first !== first.toLowerCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

const lettersOf = (word: string): number => {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

const countBits = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour (optimal string alignment); more than
 * `max` if it is more.
 */
export const countErrors = (one: string, other: string, max: number): number => {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let before: ReadonlyArray<number> = []
  let leastBefore = 0
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    let least = row
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let errors = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        errors = Math.min(errors, (before[column - 2] ?? 0) + 1)
      now.push(errors)
      if (errors < least) least = errors
    }
    // A swap skips a row, so the one before counts as well.
    if (least > max && leastBefore >= max) return max + 1
    leastBefore = least
    ;[before, last] = [last, now]
  }
  return Math.min(last[other.length] ?? max, max + 1)
}
