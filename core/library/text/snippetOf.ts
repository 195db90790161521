import { type Hit, hitsIn, type Mark, marksOf } from "./marks.ts"
import type { Need } from "./Search.ts"

/** Characters of a snippet. */
export const SNIPPET_LENGTH_MAX = 240
/** Characters before the first match of a snippet. */
const BEFORE = 60

export type Snippet = {
  readonly text: string
  readonly marks: ReadonlyArray<Mark>
  /** The needs that the snippet satisfies, by index. */
  readonly answered: ReadonlySet<number>
}

/**
 * The part of a text that satisfies most needs, with its matches; the beginning if it satisfies none. Cut between
 * words, with ellipses.
 */
export const snippetOf = (text: string, needs: ReadonlyArray<Need>, language: string): Snippet => {
  const hits = hitsIn(text, needs, language)
  if (text.length <= SNIPPET_LENGTH_MAX) return cut(text, 0, text.length, hits)
  const start = startOf(text, bestHit(hits))
  return cut(text, start, endOf(text, start), hits)
}

/** The match at which a snippet satisfies most needs, then has most matches. */
const bestHit = (hits: ReadonlyArray<Hit>): number => {
  let [best, bestScore] = [0, 0]
  for (const [index, { start }] of hits.entries()) {
    const needs = new Set<number>()
    let count = 0
    for (let next = index; next < hits.length; next += 1) {
      const hit = hits[next] as Hit
      if (hit.end > start + SNIPPET_LENGTH_MAX - BEFORE) break
      needs.add(hit.need)
      count += 1
    }
    const score = needs.size * HITS_WEIGHED_MAX + Math.min(count, HITS_WEIGHED_MAX - 1)
    if (score > bestScore) [best, bestScore] = [start, score]
  }
  return best
}

const HITS_WEIGHED_MAX = 8

const startOf = (text: string, hit: number): number => {
  if (hit <= BEFORE) return 0
  const from = hit - BEFORE
  const space = text.slice(from, hit).search(/\s/)
  return space === -1 ? wholeCharacter(text, hit - Math.floor(BEFORE / 3)) : from + space + 1
}

const endOf = (text: string, start: number): number => {
  const end = start + SNIPPET_LENGTH_MAX
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(" ", end)
  return space > start + SNIPPET_LENGTH_MAX * 0.8 ? space : wholeCharacter(text, end)
}

const wholeCharacter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at)

const cut = (text: string, start: number, end: number, hits: ReadonlyArray<Hit>): Snippet => {
  const before = start > 0 ? "…" : ""
  const shown = hits.filter((hit) => hit.start >= start && hit.end <= end)
  const shift = before.length - start
  return {
    text: `${before}${text.slice(start, end).trimEnd()}${end < text.length ? "…" : ""}`,
    marks: marksOf(shown).map(([from, to]): Mark => [from + shift, to + shift]),
    answered: new Set(shown.map(({ need }) => need)),
  }
}
