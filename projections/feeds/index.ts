export { countByFeed } from "./countByFeed.ts"
export { countBySource, type LibraryCounts, libraryCounts, type SourceCount } from "./countBySource.ts"
export { countFeeds } from "./countFeeds.ts"
export { feeds } from "./feeds.projection.ts"
export { findFeed, findFeedByCode, findFeedByUrl, findFeeds } from "./findFeed.ts"
export { findItem, type OpenedItem } from "./findItem.ts"
export { items } from "./items.projection.ts"
export { type DirectoryFeed, listFeeds } from "./listFeeds.ts"
export {
  type ItemPage,
  type ListedItem,
  type ListItems,
  listItems,
} from "./listItems.ts"
export { type PopularFeed, popularFeeds } from "./popularFeeds.ts"
export { scheduleReactor } from "./schedule.reactor.ts"
export type { FeedTables, ItemTables } from "./tables.ts"
