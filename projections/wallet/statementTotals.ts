import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type Purpose, personAccount, readAccount } from "#core/ledger"
import type { MovementQuery } from "./movements.ts"

/** What came in or went out for one purpose in a period, in minor units. */
export type StatementChange = { readonly purpose: Purpose; readonly isGain: boolean; readonly amount: bigint }

/** Balances of an account at both ends of a period, and what happened between: `opening` plus all changes is `closing`. */
export type StatementTotals = {
  readonly account: string
  readonly kind: string
  readonly assetTypeId: number
  readonly opening: bigint
  readonly changes: ReadonlyArray<StatementChange>
  readonly closing: bigint
}

type Row = {
  readonly account: string
  readonly purpose: Purpose
  readonly isGain: boolean
  readonly opening: string
  readonly change: string
}

/**
 * The totals of each account of a person in a period. Sums, not stored balances: the times of two movements may be in
 * another order than their bookings.
 */
export const statementTotals = Effect.fn("statementTotals")(function* (
  personId: string,
  { assetTypeId, from, until }: Pick<MovementQuery, "assetTypeId" | "from" | "until">,
) {
  const { client: sql } = yield* Sql
  const account = assetTypeId === null ? null : personAccount("available", assetTypeId, personId)
  const rows = yield* Effect.promise(
    () => sql<Array<Row>>`
      select account, purpose, amount > 0 as "isGain",
        coalesce(sum(amount) filter (where at < ${from}::timestamptz), 0)::text as opening,
        coalesce(sum(amount) filter (where ${from}::timestamptz is null or at >= ${from}), 0)::text as change
      from read.movement
      where owner_id = ${personId} and (${account}::text is null or account = ${account})
        and (${until}::timestamptz is null or at < ${until})
      group by account, purpose, amount > 0
      order by account, amount > 0 desc, purpose`,
  )
  return [...Map.groupBy(rows, (row) => row.account)].map(([key, own]) => totalsOf(key, own))
})

const totalsOf = (account: string, rows: ReadonlyArray<Row>): StatementTotals => {
  const opening = rows.reduce((sum, row) => sum + BigInt(row.opening), 0n)
  const changes = rows.map(({ purpose, isGain, change }) => ({ purpose, isGain, amount: BigInt(change) }))
  const { kind, assetTypeId } = readAccount(account)
  const closing = changes.reduce((sum, { amount }) => sum + amount, opening)
  return { account, kind, assetTypeId, opening, changes: changes.filter(({ amount }) => amount !== 0n), closing }
}
