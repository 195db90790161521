import { READ_KEY } from "./readKey.ts"
import { readIds } from "./readMarks.ts"

// Apart from readMarks.ts, because the scripts of every page stay under 5 kB and only some pages store what was opened.

/** Opened items that are stored; the oldest are dropped first. */
const READ_MAX = 2_000

/** Stores that an item was opened. */
export const keepRead = (itemId: string): void => {
  try {
    localStorage.setItem(
      READ_KEY,
      JSON.stringify([...readIds().filter((id) => id !== itemId), itemId].slice(-READ_MAX)),
    )
  } catch {
    // Without storage there are no marks.
  }
}

/** Removes items from the stored ones, as if they had not been opened. */
export const forgetRead = (itemIds: ReadonlyArray<string>): void => {
  try {
    localStorage.setItem(READ_KEY, JSON.stringify(readIds().filter((id) => !itemIds.includes(id))))
  } catch {
    // Without storage there are no marks.
  }
}
