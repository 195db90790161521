import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"

/** Removals of one look: the next look takes the rest. */
const REMOVALS_MAX = 100

/** Persons whose second step is to be removed by now, the longest due first. */
export const listDueRemovals = Effect.fn("listDueRemovals")(function* () {
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly personId: string }>>`
      select person_id as "personId" from read.step_removal where due_at <= ${now}
      order by due_at limit ${REMOVALS_MAX}`,
  )
  return rows.map(({ personId }) => personId)
})
