import { unitsText } from "./units.ts"

/** Decimals that are shown even where they are zeros, as prices have them. */
const DECIMALS_SHOWN_MIN = 2

/**
 * An amount as people read it in their language: `1,234.50`, exact to its last unit however large it is. Without the
 * asset's name.
 * @param digits decimals of the asset
 */
export const formatUnits = (units: bigint, digits: number, locale: string): string =>
  // A text is formatted by its digits; a number would lose those beyond its precision.
  writerOf(locale, digits).format(unitsText(units, digits) as `${number}`)

/** Made once per language and number of decimals, of which there are few. */
const writers = new Map<string, Intl.NumberFormat>()

const writerOf = (locale: string, digits: number): Intl.NumberFormat => {
  const key = `${locale} ${digits}`
  const known = writers.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(digits, DECIMALS_SHOWN_MIN),
    maximumFractionDigits: digits,
  })
  writers.set(key, made)
  return made
}
