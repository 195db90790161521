import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** What a person has of one asset, in minor units. */
export type Balance = {
  readonly assetTypeId: number
  /** What can be spent now. */
  readonly available: bigint
  /** What is set aside. */
  readonly held: bigint
}

/** What a person has of each asset that they ever had some of. */
export const balancesOf = Effect.fn("balancesOf")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ assetTypeId: number; posted: string; held: string }>>`
      select asset_type_id as "assetTypeId", posted::text, held::text
      from read.wallet_account where owner_id = ${personId} and kind = 'available' order by asset_type_id`,
  )
  return rows.map(
    ({ assetTypeId, posted, held }): Balance => ({
      assetTypeId,
      available: BigInt(posted) - BigInt(held),
      held: BigInt(held),
    }),
  )
})
