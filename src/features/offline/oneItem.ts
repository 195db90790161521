import { ITEMS_END, itemMark } from "../../lib/offline.ts"

/**
 * Cuts the page of one item out of the page that holds all items: the part before the items, this item, opened, and the
 * part after them. Null if the item is not on it.
 */
export const oneItem = (page: string, itemId: string): string | null => {
  const start = /^[0-9a-z]{20}$/.test(itemId) ? page.indexOf(itemMark(itemId)) : -1
  const first = page.indexOf("<!--item:")
  const end = page.indexOf(ITEMS_END)
  if (start < 0 || first < 0 || end < start) return null
  const next = page.indexOf("<!--item:", start + 1)
  const item = page.slice(start, next < 0 || next > end ? end : next)
  return page.slice(0, first) + item.replace("<details", "<details open") + page.slice(end)
}
