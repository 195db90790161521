import { formatUnits, parseUnits } from "#contract/wallet"
import { assetOf } from "./assetTypes.ts"

/** An amount with its asset's name, as people read it. */
export const formatAmount = (units: bigint, assetTypeId: number, locale: string) => {
  const { name, digits, shownDigits } = assetOf(assetTypeId)
  return { amount: formatUnits(units, digits, locale, shownDigits), asset: name }
}

/** An amount as calls have it, such as `0.5`, as people read it; one that is none stays as it is. */
export const formatAmountText = (text: string, assetTypeId: number, locale: string) => {
  const { name, digits } = assetOf(assetTypeId)
  const units = parseUnits(text, digits)
  return typeof units === "bigint" ? formatAmount(units, assetTypeId, locale) : { amount: text, asset: name }
}
