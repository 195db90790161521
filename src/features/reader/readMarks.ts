import { READ_KEY } from "./readKey.ts"

/** Opened items that are remembered; the oldest are forgotten first. */
export const READ_MAX = 2_000

/** The list with an item more, newest last, never longer than the bound. */
export const withRead = (ids: ReadonlyArray<string>, itemId: string): ReadonlyArray<string> =>
  [...ids.filter((id) => id !== itemId), itemId].slice(-READ_MAX)

/** Remembers that an item was opened. */
export const keepRead = (itemId: string): void => {
  try {
    localStorage.setItem(READ_KEY, JSON.stringify(withRead(readIds(), itemId)))
  } catch {
    // A browser that keeps nothing shows no marks.
  }
}

/** Marks the items on the page that were opened, also those that were since the page was left. */
export const showRead = (): void => {
  const read = new Set(readIds())
  for (const item of document.querySelectorAll<HTMLElement>("[data-item]"))
    if (read.has(item.dataset["item"] ?? "")) item.dataset["read"] = ""
}

const readIds = (): ReadonlyArray<string> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(READ_KEY) ?? "[]")
    return Array.isArray(found) ? found.filter((id): id is string => typeof id === "string") : []
  } catch {
    return []
  }
}
