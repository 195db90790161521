import { DECIMAL_LENGTH_MAX, powerOfTen, writeDecimal } from "./Decimal.ts"

/** Decimals that are shown even where they are zeros, as prices have them, where an asset says nothing else. */
const DECIMALS_SHOWN_MIN = 2

/**
 * An amount as people read it in their language: `1,234.50`, exact to its last unit however large it is. Without the
 * asset's name.
 * @param digits decimals of the asset
 * @param shown decimals that are shown even where they are zeros
 */
export const formatUnits = (units: bigint, digits: number, locale: string, shown = DECIMALS_SHOWN_MIN): string =>
  // A text is formatted by its digits; a number would lose those beyond its precision.
  writerOf(locale, digits, shown).format(unitsText(units, digits) as `${number}`)

/** Made once per language and numbers of decimals, of which there are few. */
const writers = new Map<string, Intl.NumberFormat>()

const writerOf = (locale: string, digits: number, shown: number): Intl.NumberFormat => {
  const key = `${locale} ${digits} ${shown}`
  const known = writers.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(digits, shown),
    maximumFractionDigits: digits,
  })
  writers.set(key, made)
  return made
}

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
