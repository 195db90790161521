/** Themes; "system" means no choice. */
export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export const isTheme = (text: string | undefined): text is Theme =>
  (THEMES as ReadonlyArray<string | undefined>).includes(text)

/** How much of each item a list shows: with picture and text, a line of text, the title alone. */
export const DENSITIES = ["cards", "list", "titles"] as const
export type Density = (typeof DENSITIES)[number]

export const isDensity = (text: string | undefined): text is Density =>
  (DENSITIES as ReadonlyArray<string | undefined>).includes(text)

/** Sizes of articles' text, smallest first. */
export const TEXT_SIZES = ["small", "normal", "large", "huge"] as const
export type TextSize = (typeof TEXT_SIZES)[number]

export const isTextSize = (text: string | undefined): text is TextSize =>
  (TEXT_SIZES as ReadonlyArray<string | undefined>).includes(text)

/** The time zone of readers who sent none. */
export const DEFAULT_TIME_ZONE = "UTC"

const TIME_ZONE_LENGTH_MAX = 64
/** Checked names; there are about six hundred valid ones. */
const known = new Map<string, boolean>()
const KNOWN_MAX = 2_000

/** Whether `Intl` accepts the zone; it throws for unknown ones, so cookies must be checked. */
export const isTimeZone = (text: string | undefined): text is string => {
  if (text === undefined || text.length > TIME_ZONE_LENGTH_MAX) return false
  const seen = known.get(text)
  if (seen !== undefined) return seen
  const valid = accepted(text)
  if (known.size < KNOWN_MAX) known.set(text, valid)
  return valid
}

const accepted = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone })
    return true
  } catch {
    return false
  }
}
