import { foldWord } from "./foldWord.ts"
import { UNKNOWN_LANGUAGE } from "./languageOf.ts"
import type { Branch, Need, Search, Sequence, SoughtTerm } from "./Search.ts"
import { domainsOf } from "./termPositions.ts"
import { termOf } from "./termsOf.ts"
import { type Token, tokenise } from "./tokenise.ts"

/** Matches in a text, in order and not overlapping: UTF-16 offsets, end exclusive. */
export type Mark = readonly [start: number, end: number]

/** A match with the need that it satisfies. */
export type Hit = { readonly start: number; readonly end: number; readonly need: number }

/** What a search requires of texts in one language. */
export const branchIn = ({ branches }: Search, language: string): Branch | undefined =>
  branches.find(({ languages }) => languages.includes(language)) ??
  branches.find(({ languages }) => languages.includes("und")) ??
  branches[0]

/** Finds where a text satisfies the needs of a search, by the same terms as the index. */
export const hitsIn = (text: string, needs: ReadonlyArray<Need>, language: string): ReadonlyArray<Hit> => {
  const words: Array<Token> = []
  const names: Array<Token> = []
  for (const token of tokenise(text)) (token.kind === "host" || token.kind === "hashtag" ? names : words).push(token)
  const initials = initialsOf(needs)
  const terms = words.map((word) =>
    word.kind === "word" && !initials.has(initialOf(word.text)) ? UNSOUGHT : termOf(word, language),
  )
  const hits: Array<Hit> = []
  for (const [need, sequences] of needs.entries()) {
    for (const sequence of sequences) {
      for (const mark of [...named(names, sequence), ...placed(words, terms, sequence)])
        hits.push({ start: mark[0], end: mark[1], need })
    }
  }
  return hits.sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Stands for a term that no search contains. */
const UNSOUGHT = ""

/** A stem begins with the letter of its word, so most words need no stemming to be ruled out. */
const initialOf = (word: string): string => {
  const first = word.charAt(0)
  if (first < FIRST_OF_OTHERS) return first.toLowerCase()
  return foldWord(String.fromCodePoint(word.codePointAt(0) ?? 0), UNKNOWN_LANGUAGE).charAt(0)
}
/** The first character after ASCII. */
const FIRST_OF_OTHERS = "\u0080"

const initialsOf = (needs: ReadonlyArray<Need>): ReadonlySet<string> =>
  new Set(needs.flatMap((need) => need.flatMap((sequence) => sequence.map(({ text }) => initialOf(text)))))

/** The matches; adjacent ones are joined. */
export const marksOf = (hits: ReadonlyArray<Hit>): ReadonlyArray<Mark> => {
  const marks: Array<[number, number]> = []
  for (const { start, end } of hits) {
    const last = marks.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

const named = (names: ReadonlyArray<Token>, [first, more]: Sequence): ReadonlyArray<Mark> =>
  first === undefined || more !== undefined
    ? []
    : names
        .filter(({ kind, text }) => (kind === "host" ? domainsOf(text) : [text]).includes(first.text))
        .map(({ start, end }): Mark => [start, end])

const placed = (words: ReadonlyArray<Token>, terms: ReadonlyArray<string>, sequence: Sequence): ReadonlyArray<Mark> => {
  const marks: Array<Mark> = []
  const [first, last] = [sequence[0], sequence.at(-1)]
  if (first === undefined || last === undefined) return marks
  for (let place = 0; place + last.at < words.length; place += 1) {
    if (!sequence.every((term) => isAt(terms, place + term.at, term))) continue
    const [from, to] = [words[place], words[place + last.at]]
    // A pair of characters extends one place further.
    const pair = to?.kind === "char" && to.next !== null && !last.isPrefix ? words[place + last.at + 1] : undefined
    if (from !== undefined && to !== undefined) marks.push([from.start, (pair ?? to).end])
  }
  return marks
}

const isAt = (terms: ReadonlyArray<string>, place: number, { text, isPrefix }: SoughtTerm): boolean => {
  const term = terms[place]
  return term !== undefined && (isPrefix ? term.startsWith(text) : term === text)
}
