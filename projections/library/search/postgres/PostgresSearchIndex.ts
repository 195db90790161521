import { Clock, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { SearchIndex } from "../SearchIndex.ts"
import { countSources } from "./countItems.ts"
import { FREQUENCIES_MS, type Frequencies, readFrequencies } from "./Frequencies.ts"
import { findItems } from "./findItems.ts"
import { versionOfSearches } from "./positionOf.ts"

/** Searches PostgreSQL's full-text index and chooses the plan by the frequency of the words. */
export const PostgresSearchIndex = Layer.effect(
  SearchIndex,
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const known = keepFrequencies(sql)
    const frequencies = Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.promise(() => known(nowMs)))
    const run = <Answer>(question: (frequencies: Frequencies) => Promise<Answer>) =>
      Effect.flatMap(frequencies, (each) => Effect.promise(() => question(each)))
    return SearchIndex.of({
      find: (query) => run((of) => findItems(sql, of, query)),
      countSources: (query) => run((of) => countSources(sql, of, query)),
      version: versionOfSearches,
    })
  }),
)

/** Refreshes the statistics in the background. */
const keepFrequencies = (sql: SqlClient): ((nowMs: number) => Promise<Frequencies>) => {
  let held: { readonly frequencies: Promise<Frequencies>; readonly atMs: number } | null = null
  return (nowMs) => {
    if (held === null || nowMs >= held.atMs + FREQUENCIES_MS || nowMs < held.atMs) {
      const before = held
      const fresh = readFrequencies(sql)
      held = { frequencies: before === null ? fresh : before.frequencies, atMs: nowMs }
      fresh.then(
        () => {
          held = { frequencies: fresh, atMs: nowMs }
        },
        () => {
          held = before
        },
      )
    }
    return held.frequencies
  }
}
