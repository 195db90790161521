import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { SAVED_SEARCHES_MAX } from "./followRules.ts"

/** The searches that people saved for their newsfeed, by their words. */
export class SavedSearches extends Context.Service<
  SavedSearches,
  {
    /** A person's searches, in the order in which they were saved. */
    list(personId: string): Effect.Effect<ReadonlyArray<string>>
    /** Saves a search. False if there are SAVED_SEARCHES_MAX others. */
    save(personId: string, words: string): Effect.Effect<boolean>
    remove(personId: string, words: string): Effect.Effect<void>
    /** Deletes everything about a person whose account was deleted. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/follows/SavedSearches") {
  static readonly layer = Layer.effect(
    SavedSearches,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      return SavedSearches.of({
        list: (personId) =>
          Effect.promise(async () => {
            const rows = await sql<Array<{ words: string }>>`
              select words from reading.saved_search where person_id = ${personId}
              order by saved_at, words limit ${SAVED_SEARCHES_MAX}`
            return rows.map(({ words }) => words)
          }),
        save: Effect.fn("SavedSearches.save")(function* (personId, words) {
          const now = new Date(yield* Clock.currentTimeMillis)
          return yield* Effect.promise(async () => {
            const [row] = await sql<Array<{ words: string }>>`
              insert into reading.saved_search (person_id, words, saved_at)
              select ${personId}::uuid, ${words}::text, ${now} where (
                select count(*) from reading.saved_search where person_id = ${personId}::uuid and words <> ${words}
              ) < ${SAVED_SEARCHES_MAX}
              on conflict (person_id, words) do update set words = excluded.words
              returning words`
            return row !== undefined
          })
        }),
        remove: (personId, words) =>
          Effect.promise(async () => {
            await sql`delete from reading.saved_search where person_id = ${personId} and words = ${words}`
          }),
        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from reading.saved_search where person_id = ${personId}`
          }),
      })
    }),
  )
}
