import { Effect } from "effect"
import type { PageFilter } from "#contract/feeds"
import { listItems } from "#projections/feeds"
import { type DateFilter, dateBounds } from "#src/lib/dateFilter.ts"

/** JP and DK stay on the wire; in the library their languages have the names that everybody else gives them. */
const LANGUAGE_OF: Readonly<Record<string, string>> = { JP: "ja", DK: "da" }

/** One numbered page of a list, for clients that count pages; people page by cursor instead. */
export const pageOfItems = Effect.fn("pageOfItems")(function* (
  feedIds: ReadonlyArray<string> | null,
  { page, pageSize, ...dates }: PageFilter & DateFilter,
  languageCode?: string,
) {
  const language =
    languageCode === undefined || languageCode === "" || languageCode === "All"
      ? undefined
      : (LANGUAGE_OF[languageCode] ?? languageCode.toLowerCase())
  const { items, next } = yield* listItems({
    feedIds,
    pageSize,
    offset: (page - 1) * pageSize,
    language,
    ...dateBounds(dates),
  })
  return { items, hasMore: next !== null }
})
