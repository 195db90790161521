import { Effect, Result } from "effect"
import type { SqlClient } from "#core/kernel"
import { giveUp } from "./decide.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

/** Withdrawals of one person that are given up at once. */
const UNSIGNED_MAX = 200

/**
 * Gives up what somebody asked for of an asset and nobody has signed, the newest first, so that what was set aside for it
 * can be taken back. Resolved once.
 */
export const giveUpUnsigned = Effect.gen(function* () {
  const { change } = yield* withdrawalWriter

  return Effect.fnUntraced(function* (sql: SqlClient, of: Unsigned) {
    const { personId, assetTypeId, reason } = of
    const open = yield* Effect.promise(
      () => sql<Array<{ id: string }>>`
        select withdrawal_id as id from wallet.withdrawal
        where person_id = ${personId} and asset_type_id = ${assetTypeId} and phase in ('requested', 'approved', 'built')
        order by requested_at desc, withdrawal_id desc limit ${UNSIGNED_MAX}`,
    )
    for (const { id } of open)
      yield* change(id, (state, at) => (state === null ? Result.succeed([]) : giveUp(reason, at)(state))).pipe(
        // It was given up, or signed, meanwhile.
        Effect.catchTag("StreamConflict", () => Effect.void),
      )
  })
})

type Unsigned = { readonly personId: string; readonly assetTypeId: number; readonly reason: string }
