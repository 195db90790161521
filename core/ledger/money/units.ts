import { DECIMAL_LENGTH_MAX, powerOfTen, writeDecimal } from "./Decimal.ts"

/** The most that a column of the ledger holds (`numeric(38,0)`). */
export const UNITS_MAX = 10n ** 38n - 1n

/** Why a text is no amount: not digits with an optional dot and decimals, finer than a unit, or more than there can be. */
export type UnitsProblem = "notDecimal" | "tooFine" | "tooLarge"

const DECIMAL = /^(\d+)(?:\.(\d+))?$/

/**
 * Reads an amount as people write it (`0.015`) in the asset's smallest units, digit by digit and therefore exactly. Signs,
 * exponents, grouping and spaces are refused.
 * @param digits decimals of the asset
 */
export const parseUnits = (text: string, digits: number): bigint | UnitsProblem => {
  if (text.length > DECIMAL_LENGTH_MAX) return "tooLarge"
  const [, whole, fraction = ""] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return "notDecimal"
  if (fraction.length > digits) return "tooFine"
  const units = BigInt(whole) * powerOfTen(digits) + BigInt(fraction.padEnd(digits, "0") || "0")
  return units > UNITS_MAX ? "tooLarge" : units
}

/** An amount as calls and fields have it: `0.015`, without grouping and without zeros at the end. */
export const unitsText = (units: bigint, digits: number): string => writeDecimal({ digits: units, decimals: digits })
