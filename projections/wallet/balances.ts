import { Effect } from "effect"
import { Sql, type SqlTransaction } from "#core/kernel"
import type { StoredBooks } from "#core/wallet"
import { type QueriedRow, readModels, waitFor } from "#projections/runner"
import { movement, walletAccount, walletHold } from "./tables.ts"

/** Holds that one call returns. */
const DUE_HOLDS_MAX = 500

const db = readModels(walletAccount, walletHold, movement)

/** A person's balance of one asset, in minor units. */
export type Balance = {
  readonly assetTypeId: number
  /** Can be spent now. */
  readonly available: bigint
  /** Reserved by holds. */
  readonly held: bigint
}

/** A person's balances, one for each asset that they ever had. */
export const balancesOf = Effect.fn("balancesOf")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.wallet_account")
      .select(["asset_type_id", "posted", "held"])
      .where("owner_id", "=", personId)
      .where("kind", "=", "available")
      .orderBy("asset_type_id"),
  )
  return rows.map(
    ({ asset_type_id: assetTypeId, posted, held }): Balance => ({
      assetTypeId,
      available: BigInt(posted) - BigInt(held),
      held: BigInt(held),
    }),
  )
})

/** A person's total of one asset, holds included, in minor units. `place` is the index of the requested time. */
export type PastBalance = { readonly assetTypeId: number; readonly place: number; readonly units: bigint }

/** A person's balances at several times. Assets that they did not have yet are missing. */
export const balanceHistory = Effect.fn("balanceHistory")(function* (personId: string, timesMs: ReadonlyArray<number>) {
  const { client: sql } = yield* Sql
  // Raw: one index probe per account and time, which needs unnest with ordinality and a lateral join.
  const rows = yield* Effect.promise(
    () => sql<Array<{ assetTypeId: number; place: number; units: QueriedRow<typeof movement.columns>["balance"] }>>`
      select a.asset_type_id as "assetTypeId", (m.place - 1)::int as place, b.balance::text as units
      from read.wallet_account a
        cross join unnest(${timesMs.map((ms) => new Date(ms).toISOString())}::timestamptz[]) with ordinality m (at, place)
        cross join lateral (
          select balance from read.movement
          where account = a.account and at <= m.at order by at desc, position desc limit 1) b
      where a.owner_id = ${personId} and a.kind = 'available'`,
  )
  return rows.map(({ units, ...row }): PastBalance => ({ ...row, units: BigInt(units) }))
})

/** The time of a person's first movement, or null. */
export const firstMovementAt = Effect.fn("firstMovementAt")(function* (personId: string) {
  const { query } = yield* Sql
  const [first] = yield* query(
    db.selectFrom("read.movement").select("at").where("owner_id", "=", personId).orderBy("position").limit(1),
  )
  return first?.at ?? null
})

/** Ids of expired holds, oldest first. */
export const listDueHolds = Effect.fn("listDueHolds")(function* (nowMs: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.wallet_hold")
      .select("hold_id")
      .where("expires_at", "<=", new Date(nowMs))
      .orderBy("expires_at")
      .limit(DUE_HOLDS_MAX),
  )
  return rows.map((row) => row.hold_id)
})

/**
 * A text per person that changes with what wallet pages show: `balances.pending.movement`. The first two parts are hashes of
 * the balances, and of pending deposits and withdrawals; the last one is the log position of the newest listed movement. Each
 * read model advances on its own, so a page compares the part that it lists, read before the list. People without any
 * part are missing.
 */
export const walletMarks = Effect.fn("walletMarks")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  // Raw: filtered, ordered aggregates over a union.
  const rows = yield* Effect.promise(
    () => sql<Array<{ ownerId: string; mark: string }>>`
      select owner_id as "ownerId",
        concat(md5(string_agg(part, ',' order by part) filter (where kind = 'balance')), '.',
          md5(string_agg(part, ',' order by part) filter (where kind = 'pending')), '.',
          max(part) filter (where kind = 'movement')) as mark from (
        select owner_id, 'balance' as kind, concat_ws(' ', account, posted, held, entries) as part
          from read.wallet_account where owner_id = any(${personIds}) and owner_id <> ''
        union all
        select d.owner_id, 'pending', concat_ws(' ', d.deposit_id, d.height, case when d.height is not null then c.tip_height end)
          from read.deposit d left join wallet.chain c using (asset_type_id)
          where d.owner_id = any(${personIds}) and d.status = 'seen'
        union all
        select person_id, 'pending', concat_ws(' ', withdrawal_id, status, approvals)
          from read.withdrawal
          where person_id = any(${personIds}) and status not in ('confirmed', 'cancelled', 'failed')
        union all
        select p.id, 'movement', m.position::text
          from unnest(${personIds}::text[]) p (id)
            cross join lateral (
              select position from read.movement where owner_id = p.id order by position desc limit 1) m) parts
      group by owner_id`,
  )
  return new Map(rows.map(({ ownerId, mark }) => [ownerId, mark]))
})

/** Waits until balances and statements include a person's own command. */
export const waitForWallet = Effect.fn("waitForWallet")(function* (position: number) {
  yield* Effect.all([waitFor("balances", position), waitFor("wallet", position)], { concurrency: 2, discard: true })
})

/** All balances of the read model and its log position, for reconciliation. Raw: it runs in the caller's snapshot. */
export const readModelBalances = async (sql: SqlTransaction): Promise<StoredBooks> => {
  const [live] = await sql<Array<{ position: number }>>`
    select p.position from es.live l join es.projection p using (name, build) where l.name = 'balances'`
  const books = await sql<Array<StoredBooks["books"][number]>>`
    select account, posted::text, held::text, entries from read.wallet_account order by account`
  return { position: live?.position ?? 0, books }
}
