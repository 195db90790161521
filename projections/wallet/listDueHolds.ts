import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Holds that one look lets go at most; the next has the others. */
const HOLDS_MAX = 500

/** Holds whose time is over, the longest over first. */
export const listDueHolds = Effect.fn("listDueHolds")(function* (nowMs: number) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ holdId: string }>>`
      select hold_id as "holdId" from read.wallet_hold
      where expires_at is not null and expires_at <= ${new Date(nowMs)} order by expires_at limit ${HOLDS_MAX}`,
  )
  return rows.map(({ holdId }) => holdId)
})
