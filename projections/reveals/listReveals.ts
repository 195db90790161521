import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { reveal } from "./tables.ts"

const db = readModels(reveal)

/** Who saw masked fields of a person, newest first, without names. Looks under an embargo are left out until it ends. */
export const listReveals = Effect.fn("listReveals")(function* (personId: string) {
  const { query } = yield* Sql
  const [row] = yield* query(db.selectFrom("read.reveal").select("looks").where("person_id", "=", personId))
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  return (row?.looks ?? [])
    .filter(({ embargoUntil }) => embargoUntil === null || embargoUntil <= now)
    .map(({ fields, reason, at }) => ({ fields, reason, at }))
})
