/** Mode 1 means "from a date on" (decision 22). */
export const DATE_MODES = [0, 1] as const

/** A filter by update time, in milliseconds since 1970, bounds included. */
export type DateFilter = {
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** 1 ignores `end`. */
  readonly mode?: (typeof DATE_MODES)[number] | undefined
}

/** The same as query bounds: `from` included, `before` excluded, undefined for open. */
export const dateBounds = ({ start, end, mode = 0 }: DateFilter) => ({
  fromMs: start,
  beforeMs: mode === 1 || end === undefined ? undefined : end + 1,
})

/** The items that match the filter, in their order. */
export const filterByDate = <Item extends { readonly updated: number }>(
  items: ReadonlyArray<Item>,
  filter: DateFilter,
): ReadonlyArray<Item> => {
  const { fromMs = Number.NEGATIVE_INFINITY, beforeMs = Number.POSITIVE_INFINITY } = dateBounds(filter)
  return items.filter(({ updated }) => updated >= fromMs && updated < beforeMs)
}
