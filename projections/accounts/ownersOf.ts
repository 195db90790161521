import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Whose some user codes or channel codes are, by the codes as they were given; those that are nobody's are left out. */
export const ownersOf = Effect.fn("ownersOf")(function* (codes: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly code: string; readonly personId: string }>>`
      select g.code, a.person_id as "personId" from unnest(${[...codes]}::text[]) as g(code)
      cross join lateral (
        select person_id from read.account
        where activated and (user_code = upper(g.code) or channel_code = upper(g.code) or user_code = g.code) limit 1) a`,
  )
  return new Map(rows.map(({ code, personId }) => [code, personId]))
})
