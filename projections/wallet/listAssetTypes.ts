import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type AssetType, withDefaultAssetTypes } from "#core/wallet"

/** What balances and prices are counted in, in the order in which it is shown. */
export const listAssetTypes = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const set = yield* Effect.promise(
    () => sql<Array<AssetType>>`
      select asset_type_id as "assetTypeId", name, digits, shown_digits as "shownDigits", place,
        is_offered as "isOffered"
      from read.asset_type`,
  )
  return withDefaultAssetTypes(set)
})
