import { Effect } from "effect"
import { Sql } from "#core/kernel"

export type PersonIds = {
  /** Only these user codes; null for all people. */
  readonly userCodes: ReadonlyArray<string> | null
  /** Only ids after this one; "" for the first page. */
  readonly after: string
  readonly limit: number
}

/** People with a confirmed address, ordered by id. */
export const listPersonIds = Effect.fn("listPersonIds")(function* ({ userCodes, after, limit }: PersonIds) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<{ personId: string; userCode: string }>>`
      select person_id as "personId", user_code as "userCode" from read.account
      where activated and person_id > ${after}
        and (${userCodes === null} or user_code = any(${[...(userCodes ?? [])]}))
      order by person_id limit ${limit}`,
  )
})
