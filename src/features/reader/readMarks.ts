import { READ_KEY } from "./readKey.ts"

/** Opened items that are stored; the oldest are dropped first. */
export const READ_MAX = 2_000

/** Adds an item as the newest, within the limit. */
export const withRead = (ids: ReadonlyArray<string>, itemId: string): ReadonlyArray<string> =>
  [...ids.filter((id) => id !== itemId), itemId].slice(-READ_MAX)

/** Stores that an item was opened. */
export const keepRead = (itemId: string): void => {
  try {
    localStorage.setItem(READ_KEY, JSON.stringify(withRead(readIds(), itemId)))
  } catch {
    // Without storage there are no marks.
  }
}

/** Marks opened items on the page, including those opened since the page was left. */
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
