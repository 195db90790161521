import { Effect, Result } from "effect"
import type { SqlClient } from "#core/kernel"
import { giveUp } from "./decide.ts"
import { withdrawalWriter } from "./withdrawalWriter.ts"

/** Page size. */
const PAGE = 200

/**
 * Cancels the unsigned withdrawals of a person and asset, newest first, so that their holds can be debited. Resolved
 * once.
 */
export const giveUpUnsigned = Effect.gen(function* () {
  const { change } = yield* withdrawalWriter

  return Effect.fnUntraced(function* (sql: SqlClient, of: Unsigned) {
    const { personId, assetTypeId, reason } = of
    let last: Row | undefined
    do {
      // Each is read once, because one that was signed since stays.
      const after =
        last === undefined
          ? sql``
          : sql`and (requested_at, withdrawal_id) < (${last.at}::text::timestamptz, ${last.id})`
      const page = yield* Effect.promise(
        () => sql<Array<Row>>`
          select withdrawal_id as id, requested_at::text as at from wallet.withdrawal
          where person_id = ${personId} and asset_type_id = ${assetTypeId} and phase in ('requested', 'approved', 'built')
            ${after} order by requested_at desc, withdrawal_id desc limit ${PAGE}`,
      )
      for (const { id } of page)
        yield* change(id, (state, at) => (state === null ? Result.succeed([]) : giveUp(reason, at)(state))).pipe(
          // It was cancelled or signed since it was listed.
          Effect.catchTag("StreamConflict", () => Effect.void),
        )
      last = page.length < PAGE ? undefined : page.at(-1)
    } while (last !== undefined)
  })
})

type Row = { readonly id: string; readonly at: string }
type Unsigned = { readonly personId: string; readonly assetTypeId: number; readonly reason: string }
