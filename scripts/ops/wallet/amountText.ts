import { unitsText } from "#core/ledger"
import { assetTypes } from "#src/lib/assetTypes.ts"

/** Amounts for people: minor units as the asset is written, with its name. */
export const amountText = (units: string, assetTypeId: number): string => {
  const { name, digits } = assetTypes().find((each) => each.assetTypeId === assetTypeId) ?? { name: "?", digits: 0 }
  return `${unitsText(BigInt(units), digits)} ${name}`
}
