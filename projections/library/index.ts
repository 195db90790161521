export { access } from "./access.projection.ts"
export { eraseLongNewsReactor } from "./eraseLongNews.reactor.ts"
export { popularTags } from "./popularTags.ts"
export type {
  CappedCount,
  FeedSearch,
  FoundFeed,
  FoundFeeds,
  FoundItem,
  MarkedText,
  Marks,
  SearchFilters,
  SearchPage,
  SearchQuery,
  SourceFound,
  Suggestions,
} from "./SearchPage.ts"
export { PostgresSearchIndex } from "./search/postgres/PostgresSearchIndex.ts"
export { type IndexCursor, SearchIndex } from "./search/SearchIndex.ts"
export { searchables } from "./search/search.projection.ts"
export { countSources, search } from "./search.ts"
export { searchFeeds } from "./searchFeeds.ts"
export { suggest } from "./suggest.ts"
export type { LibraryTables } from "./tables.ts"
