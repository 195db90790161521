import { unitsText } from "./units.ts"

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
