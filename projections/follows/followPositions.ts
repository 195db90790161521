import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { follower } from "./tables.ts"

const db = readModels(follower)

/** The log positions of people's follows; people who never followed anything are left out. */
export const followPositions = Effect.fn("followPositions")(function* (personIds: ReadonlyArray<string>) {
  if (personIds.length === 0) return new Map<string, number>()
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.follower")
      .select(["person_id", "position"])
      .where((eb) => isAnyOf(eb.ref("person_id"), personIds)),
  )
  return new Map(rows.map(({ person_id, position }) => [person_id, position]))
})
