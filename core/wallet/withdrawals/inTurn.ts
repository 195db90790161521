import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"

/** Does work of an asset if nobody else does any at the moment; null where somebody does. Who ends lets others go on. */
export const inTurn = <A, E, R>(
  sql: SqlClient,
  assetTypeId: number,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A | null, E, R> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const connection = await sql.reserve()
      const [row] = await connection<Array<{ taken: boolean }>>`
        select pg_try_advisory_lock(hashtext('wallet.withdrawals'), ${assetTypeId}) as taken`
      return { connection, isTaken: row?.taken === true }
    }),
    ({ isTaken }): Effect.Effect<A | null, E, R> => (isTaken ? work : Effect.succeed(null)),
    ({ connection, isTaken }) =>
      Effect.promise(async () => {
        if (isTaken) await connection`select pg_advisory_unlock(hashtext('wallet.withdrawals'), ${assetTypeId})`
        connection.release()
      }).pipe(Effect.ignore),
  )
