import { Effect } from "effect"
import type { PageFilter, SourceType } from "#contract/feeds"
import { listItems } from "#projections/feeds"
import { languageTagsOf } from "#src/lib/contentLanguages.ts"
import { type DateFilter, dateBounds } from "#src/lib/dateFilter.ts"

/** One numbered page of a list, for clients that use page numbers; the site uses cursors. */
export const pageOfItems = Effect.fn("pageOfItems")(function* (
  feedIds: ReadonlyArray<string> | null,
  { page, pageSize, ...dates }: PageFilter & DateFilter,
  {
    languageCode,
    sources,
  }: { readonly languageCode?: string | undefined; readonly sources?: ReadonlyArray<SourceType> } = {},
) {
  const { items, next } = yield* listItems({
    feedIds,
    pageSize,
    offset: (page - 1) * pageSize,
    languages: languageTagsOf(languageCode),
    sources,
    ...dateBounds(dates),
  })
  return { items, hasMore: next !== null }
})
