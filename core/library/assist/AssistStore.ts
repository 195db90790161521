import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"

/** How long answers are cached. */
const ANSWER_DAYS = 90
/** Cached answers; the oldest beyond that are deleted. */
const ANSWERS_MAX = 200_000
/** The key of the total of all people. No person has this key. */
const EVERYBODY = ""

export type Limits = { readonly person: number; readonly everybody: number }

/** The cache of answers, and the characters used per day. */
export const makeAssistStore = (sql: SqlClient) => ({
  /** Cached answers by key. */
  find: (keys: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>> =>
    Effect.promise(async () => {
      const rows = await sql<Array<{ key: string; text: string }>>`
        select key, text from assist.answer where key = any(${[...keys]})`
      return new Map(rows.map(({ key, text }) => [key, text]))
    }),

  keep: (key: string, language: string, text: string): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`
        insert into assist.answer (key, language, text) values (${key}, ${language}, ${text})
        on conflict (key) do update set text = excluded.text, made_at = now()`
    }),

  /** Reserves characters of the day's budget. Returns the budget that is too small, or null. */
  spend: (day: string, person: string, characters: number, limits: Limits): Effect.Effect<Spender | null> =>
    Effect.promise(() =>
      sql
        .begin(async (transaction) => {
          const took = async (who: string, max: number) => {
            const [row] = await transaction<Array<{ characters: number }>>`
            insert into assist.spent as s (day, person, characters) values (${day}, ${who}, ${characters})
            on conflict (day, person) do update set characters = s.characters + excluded.characters
            returning characters`
            return (row?.characters ?? 0) <= max
          }
          // The shared row comes last, so that its lock is short.
          if (!(await took(person, limits.person))) throw new Spent("person")
          if (!(await took(EVERYBODY, limits.everybody))) throw new Spent("everybody")
          return null
        })
        .catch((error: unknown) => {
          if (error instanceof Spent) return error.who
          throw error
        }),
    ),

  /** Returns reserved characters that were not used. */
  giveBack: (day: string, person: string, characters: number): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`
        update assist.spent set characters = greatest(characters - ${characters}, 0)
        where day = ${day} and person in (${person}, ${EVERYBODY})`
    }),

  /** Deletes expired answers and those beyond the limit. */
  sweep: Effect.promise(async () => {
    await sql`delete from assist.spent where day < current_date - 1`
    await sql`
      delete from assist.answer where made_at < now() - ${ANSWER_DAYS} * interval '1 day'
        or made_at < (select made_at from assist.answer order by made_at desc offset ${ANSWERS_MAX} limit 1)`
  }),
})
export type AssistStore = ReturnType<typeof makeAssistStore>
export type Spender = "person" | "everybody"

class Spent extends Error {
  readonly who: Spender
  constructor(who: Spender) {
    super(who)
    this.who = who
  }
}
