export { access } from "./access.projection.ts"
export { didYouMean } from "./didYouMean.ts"
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
export { Spelling } from "./Spelling.ts"
export { Cluster, ClusterRefusal, ClusterTrouble } from "./search/opensearch/Cluster.ts"
export { CopyFollower } from "./search/opensearch/CopyFollower.ts"
export { compareCopy } from "./search/opensearch/compareCopy.ts"
export { type Copy, dropCopy, listCopies, serve, servingCopy } from "./search/opensearch/copies.ts"
export { type CopyState, clusterVersion, copyLags, copyStates } from "./search/opensearch/copyStates.ts"
export { fillCopy } from "./search/opensearch/fillCopy.ts"
export { followLog } from "./search/opensearch/followLog.ts"
export { PostgresSearchIndex } from "./search/postgres/PostgresSearchIndex.ts"
export { queryText } from "./search/postgres/tsquery.ts"
export { type IndexCursor, SearchIndex } from "./search/SearchIndex.ts"
export { searchables } from "./search/search.projection.ts"
export { searchIndexLayer } from "./search/searchIndexLayer.ts"
export { search, searchBySource, searchVersion } from "./search.ts"
export { searchFeeds } from "./searchFeeds.ts"
export { suggest } from "./suggest.ts"
export type { LibraryTables } from "./tables.ts"
