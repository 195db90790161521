import { Clock, Context, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { correctQuery, Vocabulary } from "#core/library"

/** Newest items whose titles and summaries make up the vocabulary, and characters of each summary. */
const ITEMS_MAX = 10_000
const SUMMARY_LENGTH_MAX = 200
const FEEDS_MAX = 20_000
/** How long a vocabulary is used. It is only read while searches find nothing. */
const VOCABULARY_MS = 600_000
/** Texts that are read before other requests get their turn. */
const TEXTS_AT_ONCE = 500

/** Corrects misspelt words of searches by the words of the library. */
export class Spelling extends Context.Service<
  Spelling,
  {
    /** The search with its misspelt words corrected; null if none is. */
    correct(typed: string): Effect.Effect<string | null>
  }
>()("projections/library/Spelling") {
  static readonly layer = Layer.effect(
    Spelling,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      let held: { readonly vocabulary: Promise<Vocabulary>; readonly untilMs: number } | null = null
      const vocabularyAt = (nowMs: number): Promise<Vocabulary> => {
        if (held === null || nowMs >= held.untilMs) {
          const vocabulary = readVocabulary(sql)
          held = { vocabulary, untilMs: nowMs + VOCABULARY_MS }
          vocabulary.catch(() => {
            held = null
          })
        }
        return held.vocabulary
      }
      return Spelling.of({
        correct: Effect.fn("Spelling.correct")(function* (typed) {
          const nowMs = yield* Clock.currentTimeMillis
          return correctQuery(typed, yield* Effect.promise(() => vocabularyAt(nowMs)))
        }),
      })
    }),
  )
}

const readVocabulary = async (sql: SqlClient): Promise<Vocabulary> => {
  const rows = await sql<Array<{ text: string }>>`
    (select concat_ws(' ', title, author) as text from read.feed limit ${FEEDS_MAX})
    union all
    (select concat_ws(' ', title, left(summary, ${SUMMARY_LENGTH_MAX})) from read.item
      order by sort_at desc, item_id desc limit ${ITEMS_MAX})`
  const vocabulary = new Vocabulary()
  for (const [index, { text }] of rows.entries()) {
    vocabulary.add(text)
    if (index % TEXTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return vocabulary
}
