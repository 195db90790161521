/** What of the library's news is to be told: in the order of the list, which is newest first. */
export const unseenNews = <Item extends { readonly updated: number }>(
  news: ReadonlyArray<Item>,
  seenMs: number | null,
): ReadonlyArray<Item> => {
  // Whoever was told nothing yet is not to be told everything at once.
  if (seenMs === null) return news.slice(0, 1)
  return news.filter(({ updated }) => updated > seenMs)
}

/** When the newest of them was published, or what was known before. */
export const newestSeen = (news: ReadonlyArray<{ readonly updated: number }>, seenMs: number | null): number | null =>
  news.reduce<number | null>((newest, { updated }) => Math.max(newest ?? updated, updated), seenMs)
