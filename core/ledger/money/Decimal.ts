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
