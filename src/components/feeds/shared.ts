import { libraryCounts, popularFeeds } from "#projections/feeds"
import { popularTags } from "#projections/library"
import { remembered } from "./remembered.ts"

/** Feeds that pages recommend beside their content. */
export const POPULAR_SHOWN = 5
/** Tags that are offered to choose from, beside those that always are. */
const TAGS_OFFERED = 30
/** How long a page may show the library as it was. */
const SECONDS = 15

/** What pages say about the whole library: the same for everybody, so it is asked for once in a while. */
export const libraryNow = remembered(libraryCounts(), SECONDS)
export const popularNow = remembered(popularFeeds(POPULAR_SHOWN), SECONDS)
export const tagsNow = remembered(popularTags(TAGS_OFFERED), SECONDS)
