import type { Effect } from "effect"
import { libraryCounts, popularFeeds } from "#projections/feeds"
import { popularTags } from "#projections/library"
import type { Services } from "#src/server/runtime.ts"
import { attempt } from "./attempt.ts"
import { remembered } from "./remembered.ts"

/** Feeds that pages recommend beside their content. */
export const POPULAR_SHOWN = 5
/** Tags that are offered to choose from, beside those that always are. */
const TAGS_OFFERED = 30
/** How long a page may show the library as it was. */
const SECONDS = 15

/** What pages say about the whole library: the same for everybody, so it is asked for once in a while. */
const ofLibrary = <A>(ask: Effect.Effect<A, never, Services>) => {
  const { held, asked } = remembered(ask, SECONDS)
  return (locals: App.Locals): A | Promise<A | undefined> => held() ?? attempt(asked, locals)
}

export const libraryNow = ofLibrary(libraryCounts())
export const popularNow = ofLibrary(popularFeeds(POPULAR_SHOWN))
export const tagsNow = remembered(popularTags(TAGS_OFFERED), SECONDS).asked
