import { type Decimal, powerOfTen, readDecimal, writeDecimal } from "./Decimal.ts"
import { divideDown, divideRound } from "./divide.ts"

/** Decimals that are left unless told otherwise (specification, section 5). */
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
