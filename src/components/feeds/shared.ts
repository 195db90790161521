import type { APIContext } from "astro"
import type { Effect } from "effect"
import { type LibraryFill, libraryFill } from "#core/library"
import { libraryCounts, popularFeeds } from "#projections/feeds"
import { popularTags } from "#projections/library"
import type { Services } from "#src/process/runtime.ts"
import { attempt } from "./attempt.ts"
import { remembered } from "./remembered.ts"

/** Feeds that pages recommend beside their content. */
export const POPULAR_SHOWN = 5
/** Tags that are offered to choose from, beside those that always are. */
const TAGS_OFFERED = 30
/** How long a page may show the library as it was. */
const SECONDS = 15
/** While the library fills, pages show how far it is. */
const FILL_SECONDS = 1
const REFRESH_SECONDS = 2

/** What pages say about the whole library: the same for everybody, so it is asked for once in a while. */
const ofLibrary = <A>(ask: Effect.Effect<A, never, Services>, seconds = SECONDS) => {
  const { held, asked } = remembered(ask, seconds)
  return (locals: App.Locals): A | Promise<A | undefined> => held() ?? attempt(asked, locals)
}

let isFilled = false
const fillOnce = ofLibrary(libraryFill(), FILL_SECONDS)
/**
 * How far the library is filled; null where it is complete. The supervisor notes that it fills the library before this process
 * starts, so the first null is final and later pages ask for nothing.
 */
export const fillNow = async (locals: App.Locals): Promise<LibraryFill | null> => {
  if (isFilled) return null
  const fill = await fillOnce(locals)
  if (fill === null) isFilled = true
  return fill ?? null
}

/** Lets a browser ask again for a page whose list is still empty because the library fills. Needs no scripts. */
export const keepFreshWhileFilling = async ({
  locals,
  response,
}: Pick<APIContext, "locals"> & { readonly response: ResponseInit & { readonly headers: Headers } }): Promise<void> => {
  if ((await fillNow(locals)) !== null) response.headers.set("refresh", String(REFRESH_SECONDS))
}

export const libraryNow = ofLibrary(libraryCounts())
export const popularNow = ofLibrary(popularFeeds(POPULAR_SHOWN))
export const tagsNow = remembered(popularTags(TAGS_OFFERED), SECONDS).asked
