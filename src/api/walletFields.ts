import { Schema } from "effect"
import { unitsText } from "#contract/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"

/** An amount as decimal text. The longest valid one has 40 characters. */
export const AmountText = Schema.String.check(Schema.isMaxLength(60))
export const AssetTypeId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999 }))

/** Decimals of an asset; null if it is unknown. */
export const digitsOf = (assetTypeId: number): number | null =>
  assetTypes().find((each) => each.assetTypeId === assetTypeId)?.digits ?? null

/** Minor units as decimal text. */
export const toAmountText = (units: bigint, assetTypeId: number): string => unitsText(units, digitsOf(assetTypeId) ?? 0)
