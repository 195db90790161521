import { formatUnits } from "#contract/wallet"
import { assetOf } from "./assetTypes.ts"

/** An amount with its asset's name, as people read it. */
export const inAsset = (units: bigint, assetTypeId: number, locale: string) => {
  const { name, digits, shownDigits } = assetOf(assetTypeId)
  return { amount: formatUnits(units, digits, locale, shownDigits), asset: name }
}
