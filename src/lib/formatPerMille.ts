/** A part in thousandths as a percentage: `12.5%`. */
export const formatPerMille = (perMille: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(perMille / 1_000)

/** Reads a percentage with at most one decimal, such as `12,5 %`, as thousandths; null if it is none. */
export const parsePercent = (text: string): number | null => {
  const found = /^(\d{1,3})(?:[.,](\d))?\s?[%％]?$/.exec(text.trim())
  return found === null ? null : Number(found[1]) * 10 + Number(found[2] ?? 0)
}
