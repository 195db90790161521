import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** As of which position of the log the follows of some people are; people who never followed anything are left out. */
export const followPositions = Effect.fn("followPositions")(function* (personIds: ReadonlyArray<string>) {
  if (personIds.length === 0) return new Map<string, number>()
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ personId: string; position: number }>>`
      select person_id as "personId", position from read.follower where person_id = any(${[...personIds]})`,
  )
  return new Map(rows.map(({ personId, position }) => [personId, position]))
})
