import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** The log position of the items read model: later items are in no list yet. */
export const itemsPosition = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ position: number }>>`
      select p.position from es.live l join es.projection p using (name, build) where l.name = 'items'`,
  )
  return row?.position ?? 0
})
