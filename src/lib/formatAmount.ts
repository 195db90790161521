import { formatUnits, parseUnits } from "#contract/wallet"
import { assetOf } from "./assetTypes.ts"
import { type Prices, worthOf } from "./prices.ts"

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

/** Minor units of decimal text from a call; 0 for invalid text. */
export const amountOfText = (text: string, assetTypeId: number): bigint => {
  const units = parseUnits(text, assetOf(assetTypeId).digits)
  return typeof units === "bigint" ? units : 0n
}

/** An amount, its asset and, if there is a price, its value: `0.50 BTC (33,561.72 EUR)`. */
export const amountText = (
  units: bigint,
  assetTypeId: number,
  { locale, prices }: { readonly locale: string; readonly prices: Prices | null },
): string => {
  const { amount, asset } = formatAmount(units, assetTypeId, locale)
  const worth = worthOf(units, assetTypeId, prices, locale)
  // Non-breaking, so that a value stays whole.
  return worth === null ? `${amount} ${asset}` : `${amount} ${asset} (${worth.replaceAll(" ", "\u00a0")})`
}
