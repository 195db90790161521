/** Mode 1 means "from a date on". */
export const DATE_MODES = [0, 1] as const

/** Items by when they were updated, in milliseconds since 1970: between start and end, both included. */
export type DateFilter = {
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** 1 ignores `end`. */
  readonly mode?: (typeof DATE_MODES)[number] | undefined
}

/** The same in the words of queries: from included, before excluded; absent bounds are open. */
export const dateBounds = ({ start, end, mode = 0 }: DateFilter) => ({
  fromMs: start,
  beforeMs: mode === 1 || end === undefined ? undefined : end + 1,
})

/** The items that the filter lets through, in their order. */
export const filterByDate = <Item extends { readonly updated: number }>(
  items: ReadonlyArray<Item>,
  filter: DateFilter,
): ReadonlyArray<Item> => {
  const { fromMs = Number.NEGATIVE_INFINITY, beforeMs = Number.POSITIVE_INFINITY } = dateBounds(filter)
  return items.filter(({ updated }) => updated >= fromMs && updated < beforeMs)
}
