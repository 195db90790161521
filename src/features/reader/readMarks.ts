import { READ_KEY } from "./readKey.ts"

/** Marks opened items on the page, including those opened since the page was left. */
export const showRead = (): void => {
  const read = new Set(readIds())
  for (const item of document.querySelectorAll<HTMLElement>("[data-item]"))
    if (read.has(item.dataset["item"] ?? "")) item.dataset["read"] = ""
}

/** Ids of the items opened in this browser, newest last. */
export const readIds = (): ReadonlyArray<string> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(READ_KEY) ?? "[]")
    return Array.isArray(found) ? found.filter((id): id is string => typeof id === "string") : []
  } catch {
    return []
  }
}
