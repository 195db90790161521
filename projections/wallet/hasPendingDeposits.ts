import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"

/** Nobody keeps a payment for longer that no block took (Bitcoin Core, DEFAULT_MEMPOOL_EXPIRY_HOURS: 336). */
const MEMPOOL_MS_MAX = 336 * 3_600_000

/** Whether something is on its way to somebody that can still be relied on: in a block, or announced not long ago. */
export const hasPendingDeposits = Effect.fn("hasPendingDeposits")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const since = new Date((yield* Clock.currentTimeMillis) - MEMPOOL_MS_MAX)
  const [row] = yield* Effect.promise(
    () => sql<Array<{ expects: boolean }>>`
      select exists (
        select from read.deposit where owner_id = ${personId} and status = 'seen'
          and (height is not null or seen_at > ${since})) as expects`,
  )
  return row?.expects === true
})
