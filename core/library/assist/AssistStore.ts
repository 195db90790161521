import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"

/** Answers are kept for so long. */
const ANSWER_DAYS = 90
/** Answers that are kept at most; beyond, the oldest go. */
const ANSWERS_MAX = 200_000
/** Everybody together. No person is called that. */
const EVERYBODY = ""

export type Limits = { readonly person: number; readonly everybody: number }

/** What was answered before, and what a day has cost so far. */
export const makeAssistStore = (sql: SqlClient) => ({
  /** Answers that are kept, by their keys. */
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

  /** Takes characters from what a day allows; answers whose allowance is too small for it, or null. */
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
          // The common row last, so that it is locked for a moment only.
          if (!(await took(person, limits.person))) throw new Spent("person")
          if (!(await took(EVERYBODY, limits.everybody))) throw new Spent("everybody")
          return null
        })
        .catch((error: unknown) => {
          if (error instanceof Spent) return error.who
          throw error
        }),
    ),

  /** Gives back what was taken and not used. */
  giveBack: (day: string, person: string, characters: number): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`
        update assist.spent set characters = greatest(characters - ${characters}, 0)
        where day = ${day} and person in (${person}, ${EVERYBODY})`
    }),

  /** Forgets what is too old or too much. */
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
