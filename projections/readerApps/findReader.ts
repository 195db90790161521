import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** The account fields that apps show. */
export const findReader = Effect.fn("findReader")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [reader] = yield* Effect.promise(
    () => sql<Array<{ readonly userCode: string; readonly name: string; readonly openedMs: number }>>`
      select user_code as "userCode", coalesce(display_name, user_name, user_code) as name,
        (extract(epoch from opened_at) * 1000)::bigint as "openedMs"
      from read.account where person_id = ${personId}`,
  )
  return reader ?? null
})
