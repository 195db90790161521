/** Session storage keys: the items of the list that was shown last, and the one that had the focus. */
const LIST = "quire:list"
const CURRENT = "quire:current"

/** Stores the items of this page's list, so that an article leads to the next one. */
export const keepList = (): void => {
  const ids = Array.from(document.querySelectorAll<HTMLElement>(".items [data-item]"), ({ dataset }) => dataset["item"])
  if (ids.length > 0) write(LIST, ids.join("."))
}

/** The item before or after another in the last list. */
export const neighbourOf = (itemId: string, step: 1 | -1): string | undefined => {
  const ids = read(LIST).split(".")
  const at = ids.indexOf(itemId)
  return at < 0 ? undefined : ids[at + step]
}

/** The current item, which stays the current one when the reader comes back to the list. */
export const keepCurrent = (itemId: string): void => write(CURRENT, itemId)
export const keptCurrent = (): string => read(CURRENT)

const read = (key: string): string => {
  try {
    return sessionStorage.getItem(key) ?? ""
  } catch {
    return ""
  }
}

const write = (key: string, value: string): void => {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Without storage nothing is kept.
  }
}
