import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** What a person is called. */
export type Named = { readonly personId: string; readonly userCode: string; readonly displayName: string | null }

/** What some people are called, by their ids; people who are gone are left out. */
export const nameOf = Effect.fn("nameOf")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<Named>>`
      select person_id as "personId", user_code as "userCode", display_name as "displayName"
      from read.account where person_id = any(${[...personIds]})`,
  )
  return new Map(rows.map((row) => [row.personId, row]))
})
