import type { PreviewItem } from "#contract/feeds"

/**
 * Two fetches of a feed's history as one: an item that both have is the one fetched later, the newest stands first.
 * Items of the same time keep a steady order, so that nothing jumps when more arrives.
 */
export const mergeByLink = (
  items: ReadonlyArray<PreviewItem>,
  more: ReadonlyArray<PreviewItem>,
): ReadonlyArray<PreviewItem> => {
  const byLink = new Map([...items, ...more].map((item) => [item.link === "" ? item.id : item.link, item]))
  return [...byLink.values()].sort((one, other) => other.updated - one.updated || (one.id < other.id ? 1 : -1))
}
