import { is, type RowOf, table } from "#projections/runner"

/** Opened items per feed and day (UTC midnight). */
export const feedAccess = table(
  "feed_access",
  { feed_id: is.text, day: is.at, accesses: is.int },
  { key: ["feed_id", "day"], indexes: ["(day)"] },
)
export type LibraryTables = { "read.feed_access": RowOf<typeof feedAccess.columns> }
