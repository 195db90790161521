import { AssetTypeEvents } from "#core/wallet"
import { hears, makeProjection, put } from "#projections/runner"
import { assetType } from "./tables.ts"

/** What operators have made of asset types. */
export const assetTypes = makeProjection({
  name: "asset_types",
  version: 1,
  tables: [assetType],
  hears: [
    hears(AssetTypeEvents, {
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
