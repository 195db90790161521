import { type Chapter, readChapters } from "./readChapters.ts"

/**
 * Chapters inside a feed (Podlove simple chapters) are stored as a data: address with a chapters document, so that an
 * item has one field for chapters of both kinds.
 */
const PREFIX = "data:application/json+chapters,"
/** Longer lists are cut. */
const ADDRESS_LENGTH_MAX = 20_000

export const inlineAddress = (chapters: ReadonlyArray<Chapter>): string | null => {
  for (let count = chapters.length; count > 0; count = Math.floor(count / 2)) {
    const entries = chapters.slice(0, count).map(({ startSeconds: startTime, title, url }) => ({
      startTime,
      title,
      ...(url === null ? {} : { url }),
    }))
    const address = PREFIX + encodeURIComponent(JSON.stringify({ version: "1.2.0", chapters: entries }))
    if (address.length <= ADDRESS_LENGTH_MAX) return address
  }
  return null
}

/** The chapters in such an address, or null for any other address. */
export const inlineChapters = (address: string): ReadonlyArray<Chapter> | null => {
  if (!address.startsWith(PREFIX)) return null
  try {
    return readChapters(decodeURIComponent(address.slice(PREFIX.length)), null)
  } catch {
    return null
  }
}
