import { Schema } from "effect"
import { unitsText } from "#contract/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"

/** How an amount is typed: a decimal text of the asset, as long as any amount can be. */
export const AmountText = Schema.String.check(Schema.isMaxLength(60))
export const AssetTypeId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999 }))

/** Decimals of an asset; null where there is no such asset. */
export const digitsOf = (assetTypeId: number): number | null =>
  assetTypes().find((each) => each.assetTypeId === assetTypeId)?.digits ?? null

/** Minor units as the wire has them: decimal text of the asset. */
export const toAmountText = (units: bigint, assetTypeId: number): string => unitsText(units, digitsOf(assetTypeId) ?? 0)
