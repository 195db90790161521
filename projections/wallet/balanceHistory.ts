import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** What a person had of one asset at a moment, set aside or not, in minor units. */
export type PastBalance = { readonly assetTypeId: number; readonly place: number; readonly units: bigint }

/** What a person had at some moments, each with its place among them; an asset that they did not have yet is absent. */
export const balanceHistory = Effect.fn("balanceHistory")(function* (
  personId: string,
  momentsMs: ReadonlyArray<number>,
) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ assetTypeId: number; place: number; units: string }>>`
      select a.asset_type_id as "assetTypeId", (m.place - 1)::int as place, b.balance::text as units
      from read.wallet_account a
        cross join unnest(${momentsMs.map((ms) => new Date(ms).toISOString())}::timestamptz[]) with ordinality m (at, place)
        cross join lateral (
          select balance from read.movement
          where account = a.account and at <= m.at order by at desc, position desc limit 1) b
      where a.owner_id = ${personId} and a.kind = 'available'`,
  )
  return rows.map(({ units, ...row }): PastBalance => ({ ...row, units: BigInt(units) }))
})

/** When the first thing moved on a person's accounts; null before that. */
export const firstMovementAt = Effect.fn("firstMovementAt")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [first] = yield* Effect.promise(
    () => sql<Array<{ at: Date }>>`
      select at from read.movement where owner_id = ${personId} order by position limit 1`,
  )
  return first?.at ?? null
})
