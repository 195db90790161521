import { formatUnits, parseUnits, unitsRoundedUp, valueRoundedDown } from "#contract/wallet"
import { assetOf } from "./assetTypes.ts"

/** The last price of one coin in the reader's base currency. */
export type Price = {
  readonly assetTypeId: number
  /** Decimal text. */
  readonly mid: string
  /** Milliseconds since 1970. */
  readonly takenAt: number
  /** Whether it is recent enough to convert an amount with it. */
  readonly isValid: boolean
  readonly isDemo: boolean
}

/** The reader's base currency and the prices in it. */
export type Prices = {
  readonly base: { readonly assetTypeId: number; readonly name: string; readonly digits: number }
  readonly prices: ReadonlyArray<Price>
}

/** A value as text: `12.34 EUR`. */
export const formatValue = (units: bigint, base: Prices["base"], locale: string): string =>
  `${formatUnits(units, base.digits, locale)} ${base.name}`

const rateOf = (mid: string, assetTypeId: number, base: Prices["base"]) => ({
  mid,
  digits: assetOf(assetTypeId).digits,
  baseDigits: base.digits,
})

/** The value of an amount at a price, as text. */
export const valueAt = (
  units: bigint,
  { mid, assetTypeId, base, locale }: { mid: string; assetTypeId: number; base: Prices["base"]; locale: string },
): string => formatValue(valueRoundedDown(units, rateOf(mid, assetTypeId, base)), base, locale)

/** The value of an amount at the last price, as text; null without a base currency or a price. */
export const worthOf = (units: bigint, assetTypeId: number, prices: Prices | null, locale: string): string | null => {
  const price = prices?.prices.find((each) => each.assetTypeId === assetTypeId)
  if (prices === null || price === undefined) return null
  return valueAt(units, { mid: price.mid, assetTypeId, base: prices.base, locale })
}

/** The price that converts amounts of this coin, if it is recent enough. */
export const validPrice = (assetTypeId: number, prices: Prices | null): Price | null =>
  prices?.prices.find((each) => each.assetTypeId === assetTypeId && each.isValid) ?? null

/** Reads an amount in the base currency as minor units of a coin, or why it cannot be read. */
export const parseValue = (text: string, { assetTypeId, mid }: Price, base: Prices["base"]) => {
  const value = parseUnits(text, base.digits)
  return typeof value === "bigint" ? unitsRoundedUp(value, rateOf(mid, assetTypeId, base)) : value
}

/** The price of one coin as text: `67,123.45 EUR`. */
export const priceText = ({ assetTypeId, mid }: Price, base: Prices["base"], locale: string): string =>
  valueAt(10n ** BigInt(assetOf(assetTypeId).digits), { mid, assetTypeId, base, locale })
