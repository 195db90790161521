import { formatUnits, parseUnits } from "#contract/wallet"
import { assetOf } from "./assetTypes.ts"

/** A formatted amount and the name of its asset. */
export const formatAmount = (units: bigint, assetTypeId: number, locale: string) => {
  const { name, digits, shownDigits } = assetOf(assetTypeId)
  return { amount: formatUnits(units, digits, locale, shownDigits), asset: name }
}

/** Formats decimal text from a call, such as `0.5`; invalid text is returned unchanged. */
export const formatAmountText = (text: string, assetTypeId: number, locale: string) => {
  const { name, digits } = assetOf(assetTypeId)
  const units = parseUnits(text, digits)
  return typeof units === "bigint" ? formatAmount(units, assetTypeId, locale) : { amount: text, asset: name }
}
