import { type SearchQuery, search } from "#projections/library"
import { median, percentile } from "../lib/interleaved.ts"
import type { Corpus } from "./corpus.ts"
import type { Library } from "./openLibrary.ts"
import { KINDS, questionsOf } from "./questions.ts"

/** Measured searches per kind, after the same number of warm-up searches of all kinds. */
const QUESTIONS = 100
const WARM_UP = 10

/**
 * Measures how long the database takes for the first page of a search, including count, merged duplicates and snippets.
 * One search at a time, half newest first and half best first, without repetitions. Returns milliseconds.
 */
export const databaseTimes = async (
  { run }: Library,
  corpus: Corpus,
  { items, endMs, log }: { readonly items: number; readonly endMs: number; readonly log: (line: string) => void },
): Promise<Readonly<Record<string, number>>> => {
  const questions = KINDS.map(
    (kind) => [kind, questionsOf(kind, corpus, { items, endMs, count: QUESTIONS + WARM_UP })] as const,
  )
  const request = async (query: SearchQuery) => {
    const began = performance.now()
    const { found } = await run(search(query))
    return { query, ms: performance.now() - began, count: found.count }
  }
  for (const [, requested] of questions) for (const each of requested.slice(QUESTIONS)) await request(each)
  const figures: Record<string, number> = {}
  for (const [kind, sent] of questions) {
    const answers = []
    for (const each of sent.slice(0, QUESTIONS)) answers.push(await request(each))
    const times = answers.map(({ ms }) => ms)
    const slowest = answers.toSorted((one, other) => other.ms - one.ms).slice(0, 3)
    log(
      `${kind}: median ${median(times).toFixed(1)} ms, finds ${median(answers.map(({ count }) => count))}, slowest ` +
        slowest.map(({ query, ms }) => `${JSON.stringify(query)} ${ms.toFixed(0)} ms`).join(", "),
    )
    figures[`db_p95_ms_${kind}`] = percentile(times, 0.95)
  }
  return figures
}
