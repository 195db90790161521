import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { LedgerEvents, movesOf, readAccount } from "#core/ledger"
import type { MovementKey } from "./MovementKey.ts"
import { movementsWhere } from "./pageMovements.ts"

/** The transaction by which coins came or went. */
export type OnChain = {
  readonly txid: string
  /** As the chain was last looked at; null where nobody counts them. */
  readonly confirmations: number | null
}

/**
 * One entry of a person's own with everything that moved with it; null where they have none of that place. Over the
 * log, which alone knows the platform's side, and the tips of chains.
 */
export const findMovement = Effect.fn("findMovement")(function* (personId: string, { position, account }: MovementKey) {
  const { client: sql } = yield* Sql
  const found = yield* movementsWhere(
    sql`owner_id = ${personId} and account = ${account} and position = ${position}`,
    sql`limit 1`,
  )
  const [movement] = found
  if (movement === undefined) return null
  const [fact] = yield* Effect.promise(
    () => sql<Array<{ type: string; data: unknown }>>`select type, data from es.event where position = ${position}`,
  )
  const moves = fact === undefined ? [] : movesOf(LedgerEvents.decodeSync(fact.type, fact.data))
  const entries = moves.map(({ account, amount }) => ({ ...readAccount(account), amount }))
  return { ...movement, entries, onChain: yield* onChain(movement.reference) }
})

const onChain = Effect.fnUntraced(function* (reference: string | null) {
  const { client: sql } = yield* Sql
  const [, kind, id] = /^(deposit|withdrawal)-(.+)$/.exec(reference ?? "") ?? []
  if (kind === undefined || id === undefined) return null
  const [row] = yield* Effect.promise(() =>
    kind === "deposit"
      ? sql<Array<OnChain>>`
          select d.txid, greatest(c.tip_height - d.height + 1, 0) as confirmations
          from read.deposit d left join wallet.chain c using (asset_type_id) where d.deposit_id = ${id}`
      : sql<Array<OnChain>>`
          select w.txid, greatest(c.tip_height - (arrived.data->>'height')::int + 1, 0) as confirmations
          from read.withdrawal w
          left join wallet.chain c using (asset_type_id)
          left join lateral (
            select data from es.event
            where stream = ${`withdrawal-${id}`} and type = 'wallet.WithdrawalConfirmed.v1' order by version desc limit 1
          ) arrived on true
          where w.withdrawal_id = ${id} and w.txid is not null`,
  )
  return row ?? null
})
