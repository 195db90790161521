import { divideDown, powerOfTen, readDecimal } from "#contract/ledger"

/** The price of one whole unit of an asset in a base currency, with the decimals of both. */
export type Rate = {
  /** Positive decimal text: `67123.45`. */
  readonly mid: string
  /** Decimals of the asset. */
  readonly digits: number
  /** Decimals of the base currency. */
  readonly baseDigits: number
}

/**
 * Converts minor units of an asset to minor units of the base currency, rounded towards zero: a displayed value never
 * promises more than there is.
 * @throws RangeError if `mid` is not a positive decimal
 */
export const valueRoundedDown = (units: bigint, rate: Rate): bigint => {
  const [base, asset] = ratioOf(rate)
  return units < 0n ? -divideDown(-units * base, asset) : divideDown(units * base, asset)
}

/**
 * Converts a price in minor units of the base currency to minor units of an asset, rounded up once: the asset is worth at
 * least the price, and of the displayed value of a balance never more than the balance.
 * @throws RangeError if `mid` is not a positive decimal
 */
export const unitsRoundedUp = (value: bigint, rate: Rate): bigint => {
  const [base, asset] = ratioOf(rate)
  return -divideDown(-value * asset, base)
}

/** Equal amounts: minor units of the base currency, and of the asset. */
const ratioOf = ({ mid, digits, baseDigits }: Rate): readonly [bigint, bigint] => {
  const read = readDecimal(mid)
  if (read === null || read.digits <= 0n) throw new RangeError(`${JSON.stringify(mid)} is not a rate`)
  return [read.digits * powerOfTen(baseDigits), powerOfTen(digits + read.decimals)]
}
