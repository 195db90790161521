import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Which of some people have at least a level with a creator. */
export const grantedBy = Effect.fn("grantedBy")(function* (
  creatorId: string,
  level: number,
  among: ReadonlyArray<string>,
) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly personId: string }>>`
      select person_id as "personId" from read.chat_grant
      where creator_id = ${creatorId} and level >= ${level} and person_id = any(${[...among]})`,
  )
  return rows.map(({ personId }) => personId)
})
