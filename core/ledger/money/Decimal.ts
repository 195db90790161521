/** Default number of decimals (specification, section 5). */
const DECIMALS = 2

/** The number as text, cut down to so many decimals; `0` for what is no number. Towards minus infinity. */
export const floorDecimal = (value: unknown, decimals: number = DECIMALS): string => fitted(value, decimals, divideDown)

/** The number as text, rounded to so many decimals; `0` for what is no number. A half goes away from zero. */
export const roundDecimal = (value: unknown, decimals: number = DECIMALS): string =>
  fitted(value, decimals, divideRound)

const NUMERIC = new Set(["string", "bigint", "number"])

const fitted = (value: unknown, decimals: number, divide: typeof divideDown): string => {
  // A number counts as the decimal text that it shows itself as.
  const read = NUMERIC.has(typeof value) ? readDecimal(String(value)) : null
  return read === null ? "0" : writeDecimal(cutTo(read, decimals, divide))
}

const cutTo = (read: Decimal, decimals: number, divide: typeof divideDown): Decimal =>
  read.decimals <= decimals ? read : { digits: divide(read.digits, powerOfTen(read.decimals - decimals)), decimals }

/** Whole-number division of exact fractions. The divisor is positive. */

/** Towards minus infinity. */
export const divideDown = (dividend: bigint, divisor: bigint): bigint =>
  dividend % divisor < 0n ? dividend / divisor - 1n : dividend / divisor

/** To the nearest; a half goes away from zero, as people round. */
export const divideRound = (dividend: bigint, divisor: bigint): bigint =>
  dividend < 0n ? -divideRound(-dividend, divisor) : (2n * dividend + divisor) / (2n * divisor)

/** An exact decimal number: `digits` divided by ten to the power of `decimals`. No floating point is between. */
export type Decimal = { readonly digits: bigint; readonly decimals: number }

/** Characters of a number that are read: more than any amount or price has. */
export const DECIMAL_LENGTH_MAX = 80
/** The largest power of ten of a number in scientific notation: what has more is no amount and no price. */
const EXPONENT_MAX = 40

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** Reads a decimal text digit by digit, also one as JSON writes numbers (`6.7e-5`); null where it is none. */
export const readDecimal = (text: string): Decimal | null => {
  if (text.length > DECIMAL_LENGTH_MAX) return null
  const [, sign, whole, fraction = "", exponent = "0"] = DECIMAL.exec(text) ?? []
  const power = Number.parseInt(exponent, 10)
  if (whole === undefined || Math.abs(power) > EXPONENT_MAX) return null
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n)
  const decimals = fraction.length - power
  return decimals < 0 ? { digits: digits * powerOfTen(-decimals), decimals: 0 } : { digits, decimals }
}

/** Writes it as plainly as it goes, without zeros at the end: `0.00012`. */
export const writeDecimal = ({ digits, decimals }: Decimal): string => {
  const sign = digits < 0n ? "-" : ""
  const text = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, "0")
  const whole = text.slice(0, text.length - decimals)
  const fraction = text.slice(text.length - decimals).replace(/0+$/, "")
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`
}

export const powerOfTen = (power: number): bigint => 10n ** BigInt(power)
