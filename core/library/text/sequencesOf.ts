import { lowerCase } from "./foldWord.ts"
import { isFunctionWord } from "./functionWords.ts"
import { otherForms } from "./otherForms.ts"
import type { Need, Sequence, SoughtTerm } from "./Search.ts"
import { labelOf } from "./Search.ts"
import { tagKey } from "./tagKey.ts"
import { isOfLanguage, termOf } from "./termsOf.ts"
import { type Token, tokenise } from "./tokenise.ts"

/** Runs of up to this many characters are searched as they are; longer ones are split into words. */
const RUN_LENGTH_MAX = 3

/** Splits runs into words. The locale does not matter: one dictionary covers Chinese and Japanese. */
const segmenter = new Intl.Segmenter("ja", { granularity: "word" })

/** The whole text as one sequence, or null if it has no words. */
export const phraseOf = (text: string, language: string): Need => {
  const sequence = sequenceOf(wordsOf(text), language)
  return sequence.length === 0 ? [] : [sequence]
}

/**
 * The alternatives for a part without spaces, usually one word. `co-op` becomes a sequence, `l'économie` its main word,
 * a run of characters its words, a host or hashtag itself or its words.
 */
export const needsOf = (text: string, language: string): ReadonlyArray<Need> => {
  const tokens = [...tokenise(text)]
  const special = tokens.find(({ kind }) => kind === "host" || kind === "hashtag")
  if (special !== undefined) {
    const name: Sequence = [exactly(special.text)]
    const words = phraseOf(text.slice(special.start, special.end), language)
    return [special.kind === "host" ? [name, ...words] : [name, [exactly(labelOf.tag(tagKey(special.text)))], ...words]]
  }
  return groupsOf(text, tokens).flatMap((group): ReadonlyArray<Need> => {
    const words = withoutElisions(text, group, language)
    const sequence = sequenceOf(words, language)
    if (sequence.length === 0) return []
    const [only] = words
    return [only !== undefined && words.length === 1 ? [sequence, ...otherSpellings(only, language)] : [sequence]]
  })
}

/** Whether a part is one function word. */
export const isEmptyWord = (text: string, language: string): boolean => {
  const [word, more] = wordsOf(text)
  return word?.kind === "word" && more === undefined && isFunctionWord(word.text, language)
}

const wordsOf = (text: string): ReadonlyArray<Token> =>
  [...tokenise(text)].filter(({ kind }) => kind !== "host" && kind !== "hashtag")

const exactly = (text: string): SoughtTerm => ({ text, at: 0, isPrefix: false })

const sequenceOf = (tokens: ReadonlyArray<Token>, language: string): Sequence =>
  tokens.flatMap((token, at): Sequence => {
    if (token.kind !== "char") return [{ text: termOf(token, language), at, isPrefix: false }]
    if (token.next !== null) return [{ text: termOf(token, language), at, isPrefix: false }]
    // The last of several characters belongs to the pair before it; a single one may begin any pair.
    const before = tokens[at - 1]
    return before?.kind === "char" && before.next !== null ? [] : [{ text: token.text, at, isPrefix: true }]
  })

/** Tokens that must be adjacent: words and numbers as typed, and the words of each run. */
const groupsOf = (text: string, tokens: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<Token>> => {
  const groups: Array<Array<Token>> = []
  for (let from = 0; from < tokens.length; ) {
    const token = tokens[from] as Token
    if (token.kind !== "char") {
      const group = groups.at(-1)
      const isOpen = group?.at(-1)?.kind !== "char"
      if (group !== undefined && isOpen) group.push(token)
      else groups.push([token])
      from += 1
      continue
    }
    let to = from + 1
    while (tokens[to - 1]?.next != null) to += 1
    const parts = partsOf(text, tokens.slice(from, to))
    const before = groups.at(-1)
    // 2026年: a single character belongs to the number or word before it.
    if (parts.length === 1 && parts[0]?.length === 1 && before !== undefined && before.length === 1)
      before.push(...parts[0])
    else groups.push(...parts)
    from = to
  }
  return groups
}

const partsOf = (text: string, run: ReadonlyArray<Token>): Array<Array<Token>> => {
  if (run.length <= RUN_LENGTH_MAX) return [[...run]]
  const [first, last] = [run[0] as Token, run.at(-1) as Token]
  const starts = new Set(
    [...segmenter.segment(text.slice(first.start, last.end))].map(({ index }) => first.start + index),
  )
  const parts: Array<Array<Token>> = []
  for (const token of run) {
    const part = parts.at(-1)
    if (part === undefined || starts.has(token.start)) parts.push([token])
    else part.push(token)
  }
  return parts
    .filter(([only, second]) => second !== undefined || only === undefined || !PARTICLES.includes(only.text))
    .reduce<Array<Array<Token>>>((joined, part) => {
      const before = joined.at(-1)
      // A single character would match almost everywhere, so it belongs to the word before it.
      if (part.length === 1 && before?.at(-1)?.end === part[0]?.start) before?.push(...part)
      else joined.push(part)
      return joined
    }, [])
    .map((part) => part.map((token, at) => (at === part.length - 1 ? { ...token, next: null } : token)))
}

/** Characters that are function words when they stand alone between words. */
const PARTICLES = "のはをがにでとへもやかねよ的了是在和与及之也有"

/** Short words beside an apostrophe (l'économie, John's) are ignored. */
const withoutElisions = (text: string, group: ReadonlyArray<Token>, language: string): ReadonlyArray<Token> => {
  const isSmall = ({ kind, text: word }: Token) => kind === "word" && isFunctionWord(word, language)
  const words = group.filter(
    (token, at) =>
      !isSmall(token) ||
      !(
        (at + 1 < group.length && APOSTROPHE.test(text[token.end] ?? "")) ||
        (at > 0 && APOSTROPHE.test(text[token.start - 1] ?? ""))
      ),
  )
  return words.length === 0 ? group : words
}

const APOSTROPHE = /['’ʼ]/

/** The other form of a word, if it has a term of its own. */
const otherSpellings = (token: Token, language: string): ReadonlyArray<Sequence> => {
  if (token.kind !== "word" || !isOfLanguage(token.text, language)) return []
  const own = termOf(token, language)
  const terms = otherForms(lowerCase(token.text, language), language).map((text) =>
    termOf({ ...token, text }, language),
  )
  return [...new Set(terms)].filter((term) => term !== own).map((term) => [exactly(term)])
}
