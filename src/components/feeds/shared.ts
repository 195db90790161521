import { libraryCounts, popularFeeds } from "#projections/feeds"
import { remembered } from "./remembered.ts"

/** Feeds that pages recommend beside their content. */
export const POPULAR_SHOWN = 5
/** How long a page may show the library as it was. */
const SECONDS = 15

/** What pages say about the whole library: the same for everybody, so it is asked for once in a while. */
export const libraryNow = remembered(libraryCounts(), SECONDS)
export const popularNow = remembered(popularFeeds(POPULAR_SHOWN), SECONDS)
