import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { AssetTypeEvents, withDefaultAssetTypes } from "#core/wallet"
import { makeProjection, on, put, readModels } from "#projections/runner"
import { assetType } from "./tables.ts"

/** Asset types as set by operators. */
export const assetTypes = makeProjection({
  name: "asset_types",
  version: 1,
  tables: [assetType],
  handlers: [
    on(AssetTypeEvents, {
      "wallet.AssetTypeSet.v1": ({ assetTypeId, name, digits, shownDigits, place, isOffered }) => [
        put(assetType, {
          asset_type_id: assetTypeId,
          name,
          digits,
          shown_digits: shownDigits,
          place,
          is_offered: isOffered,
        }),
      ],
    }),
  ],
})

const setAssetTypes = readModels(assetType)
  .selectFrom("read.asset_type")
  .select([
    "asset_type_id as assetTypeId",
    "name",
    "digits",
    "shown_digits as shownDigits",
    "place",
    "is_offered as isOffered",
  ])

/** All asset types in display order. */
export const listAssetTypes = Sql.use(({ query }) => Effect.map(query(setAssetTypes), withDefaultAssetTypes))
