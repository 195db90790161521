import type { Chapter } from "./Chapter.ts"
import { readChapters } from "./readChapters.ts"

/**
 * Chapters that a feed carries in itself (Podlove simple chapters) are kept as an address that holds its own document, so
 * that an item has one field for them wherever they are.
 */
const PREFIX = "data:application/json+chapters,"
/** Longer ones are cut to the first that fit. */
const ADDRESS_LENGTH_MAX = 20_000

export const inlineAddress = (chapters: ReadonlyArray<Chapter>): string | null => {
  for (let count = chapters.length; count > 0; count = Math.floor(count / 2)) {
    const told = chapters.slice(0, count).map(({ startSeconds: startTime, title, url }) => ({
      startTime,
      title,
      ...(url === null ? {} : { url }),
    }))
    const address = PREFIX + encodeURIComponent(JSON.stringify({ version: "1.2.0", chapters: told }))
    if (address.length <= ADDRESS_LENGTH_MAX) return address
  }
  return null
}

/** The chapters in such an address, or null where it is another. */
export const inlineChapters = (address: string): ReadonlyArray<Chapter> | null => {
  if (!address.startsWith(PREFIX)) return null
  try {
    return readChapters(decodeURIComponent(address.slice(PREFIX.length)), null)
  } catch {
    return null
  }
}
