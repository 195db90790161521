/** What a reader may have chosen about how pages look; "system" is the absence of a choice. */
export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export const isTheme = (text: string | undefined): text is Theme =>
  (THEMES as ReadonlyArray<string | undefined>).includes(text)

/** Where nothing is known of the reader's clock. */
export const DEFAULT_TIME_ZONE = "UTC"

const TIME_ZONE_LENGTH_MAX = 64
/** Zones that were seen to be valid; there are some six hundred names and no more. */
const known = new Map<string, boolean>()
const KNOWN_MAX = 2_000

/** Whether `Intl` knows the zone: it throws for anything else, so a cookie must pass here first. */
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
