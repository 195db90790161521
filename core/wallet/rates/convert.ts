import { divideDown, readDecimal, tenTo } from "#core/ledger"

/** What one whole of an asset is worth in a base currency, with the decimals of both. */
export type Rate = {
  /** A decimal text of more than nothing: `67123.45`. */
  readonly mid: string
  /** Decimals of the asset. */
  readonly digits: number
  /** Decimals of the base currency. */
  readonly baseDigits: number
}

/**
 * What units of an asset are worth in units of the base currency. Rounded down, towards nothing: a value that is shown
 * never promises more than there is.
 * @throws RangeError where the mid is no positive decimal
 */
export const valueDown = (units: bigint, rate: Rate): bigint => {
  const [base, asset] = ratioOf(rate)
  return units < 0n ? -divideDown(-units * base, asset) : divideDown(units * base, asset)
}

/** So many units of the base currency are as much as so many units of the asset. */
const ratioOf = ({ mid, digits, baseDigits }: Rate): readonly [bigint, bigint] => {
  const read = readDecimal(mid)
  if (read === null || read.digits <= 0n) throw new RangeError(`${JSON.stringify(mid)} is no rate`)
  return [read.digits * tenTo(baseDigits), tenTo(digits + read.decimals)]
}
