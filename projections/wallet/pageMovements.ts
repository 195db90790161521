import { Effect } from "effect"
import { Sql, type SqlPart } from "#core/kernel"
import type { Purpose } from "#core/ledger"
import type { MovementKey } from "./MovementKey.ts"

/** How many entries one page of a statement has at most. */
export const MOVEMENTS_PAGE_MAX = 100

/** An entry of a person's account. Amounts are minor units of its asset. */
export type Movement = {
  /** With the account it is this entry and no other: one event may have several of one person. */
  readonly position: number
  readonly account: string
  readonly assetTypeId: number
  readonly purpose: Purpose
  readonly amount: bigint
  readonly balance: bigint
  /** The person on the other side; null where there is none, or they left. */
  readonly other: { readonly userCode: string; readonly displayName: string | null } | null
  readonly reference: string | null
  readonly at: Date
}

export type MovementQuery = {
  /** Entries of this asset alone; null for all. */
  readonly assetTypeId: number | null
  /** Null for all. */
  readonly purpose: Purpose | null
  /** From this time on, and before that one; null without a bound. */
  readonly from: Date | null
  readonly until: Date | null
  /** Older than this entry; null for the newest. */
  readonly before: MovementKey | null
  readonly limit: number
}

/** A page of what happened on a person's account, newest first. Over the read model of accounts. */
export const pageMovements = Effect.fn("pageMovements")(function* (personId: string, page: MovementQuery) {
  const { client: sql } = yield* Sql
  const { assetTypeId, purpose, from, until, before, limit } = page
  const which =
    assetTypeId === null ? sql`owner_id = ${personId}` : sql`account = ${`available:${assetTypeId}:${personId}`}`
  const older =
    before === null
      ? sql``
      : sql`and position <= ${before.position} and (position < ${before.position} or account < ${before.account})`
  return yield* movementsWhere(
    sql`${which} ${older}
      ${purpose === null ? sql`` : sql`and purpose = ${purpose}`}
      ${from === null ? sql`` : sql`and at >= ${from}`} ${until === null ? sql`` : sql`and at < ${until}`}`,
    sql`order by position desc, account desc limit ${Math.min(limit, MOVEMENTS_PAGE_MAX)}`,
  )
})

/** Entries that fit, with the names of who is on the other side. */
export const movementsWhere = Effect.fnUntraced(function* (which: SqlPart, order: SqlPart) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<Omit<Movement, "amount" | "balance"> & { amount: string; balance: string }>>`
      select position, account, asset_type_id as "assetTypeId", purpose, amount::text, balance::text, reference, at,
        (select json_build_object('userCode', a.user_code, 'displayName', a.display_name)
           from read.account a where a.person_id = other_id) as other
      from read.movement where ${which} ${order}`,
  )
  return rows.map((row): Movement => ({ ...row, amount: BigInt(row.amount), balance: BigInt(row.balance) }))
})
