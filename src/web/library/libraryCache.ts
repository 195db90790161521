import type { APIContext } from "astro"
import type { Effect } from "effect"
import { UNKNOWN_LANGUAGE } from "#contract/feeds"
import { type LibraryFill, libraryFill } from "#core/library"
import { libraryCounts, type PopularFeed, popularFeeds, type StarterPack, starterPacks } from "#projections/feeds"
import { popularTags } from "#projections/library"
import type { Services } from "#src/process/runtime.ts"
import { CONTENT_LANGUAGES, languagesShown } from "../../lib/contentLanguages.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { runOrReport } from "../runOrReport.ts"
import { cached } from "./cached.ts"

/** Feeds that pages recommend, out of so many popular ones that a reader of most of them still sees some. */
const POPULAR_SHOWN = 5
const POPULAR_LOADED = 30
/** Tags offered beside the fixed ones. */
const TAGS_OFFERED = 30
const CACHE_SECONDS = 15
/** While the library is filled, pages show the progress. */
const FILL_SECONDS = 1
const REFRESH_SECONDS = 2

/** Facts about the whole library, the same for everyone, for pages. */
const cachedForPages = <A>(
  load: Effect.Effect<A, never, Services>,
  seconds: number | ((value: A) => number) = CACHE_SECONDS,
) => {
  const cache = cached(load, seconds)
  return (locals: App.Locals): A | Promise<A | undefined> => cache.current() ?? runOrReport(cache.load, locals)
}

let isFilled = false
const fillProgress = cachedForPages(libraryFill(), FILL_SECONDS)

/**
 * The progress of filling an empty library; null once it is complete. The supervisor records a fill before this process
 * starts, so the first null is final.
 */
export const libraryFillNow = async (locals: App.Locals): Promise<LibraryFill | null> => {
  if (isFilled) return null
  const fill = await fillProgress(locals)
  if (fill === null) isFilled = true
  return fill ?? null
}

/** Makes the browser reload an empty list while the library is filled. Works without scripts. */
export const refreshWhileFilling = async ({
  locals,
  response,
}: Pick<APIContext, "locals"> & { readonly response: ResponseInit & { readonly headers: Headers } }): Promise<void> => {
  if ((await libraryFillNow(locals)) !== null) response.headers.set("refresh", String(REFRESH_SECONDS))
}

export const libraryCountsNow = cachedForPages(libraryCounts())
/** An empty list may have been read a moment before the library was filled. */
const secondsOfList = ({ length }: ReadonlyArray<unknown>): number => (length === 0 ? FILL_SECONDS : CACHE_SECONDS)
const popular = cachedForPages(popularFeeds(POPULAR_LOADED), secondsOfList)

/** What readers with the same follows and languages are shown of one list of popular feeds. */
const SHOWN_MAX = 500
const shownOf = new WeakMap<ReadonlyArray<PopularFeed>, Map<string, ReadonlyArray<PopularFeed>>>()

/**
 * Popular feeds that the reader does not follow yet, those in the reader's languages first. The same array for the same
 * readers, so that its markup can be kept.
 */
export const popularFeedsNow = async (locals: App.Locals): Promise<ReadonlyArray<PopularFeed> | undefined> => {
  const all = await popular(locals)
  if (all === undefined) return undefined
  const [followed, own] = [followedFeedsOf(locals.follows), languagesShown(locals)]
  const key = `${own.join()} ${[...followed].join()}`
  const shown = shownOf.get(all) ?? new Map<string, ReadonlyArray<PopularFeed>>()
  shownOf.set(all, shown)
  const feeds = shown.get(key) ?? choosePopular(all, followed, own)
  if (shown.size >= SHOWN_MAX) shown.clear()
  shown.set(key, feeds)
  return feeds
}

const choosePopular = (
  all: ReadonlyArray<PopularFeed>,
  followed: ReadonlySet<string>,
  own: ReadonlyArray<string>,
): ReadonlyArray<PopularFeed> => {
  const isForeign = ({ language }: PopularFeed) =>
    own.length > 0 && !own.includes(language?.toLowerCase().split("-", 1)[0] ?? UNKNOWN_LANGUAGE)
  const others = all.filter(({ feedId }) => !followed.has(feedId))
  return others.toSorted((one, other) => Number(isForeign(one)) - Number(isForeign(other))).slice(0, POPULAR_SHOWN)
}

export const popularTagsNow = cached(popularTags(TAGS_OFFERED), CACHE_SECONDS).load

/** Packs by languages. Foreign codes are dropped before, so that visitors cannot fill the memory. */
const packsByLanguages = new Map<string, ReturnType<typeof cachedForPages<ReadonlyArray<StarterPack>>>>()
const LANGUAGES_MAX = 500

/** Starter packs in the languages of a reader. */
export const starterPacksNow = (locals: App.Locals) => {
  const known = languagesShown(locals).filter((each) => CONTENT_LANGUAGES.some(({ language }) => language === each))
  const key = known.toSorted().join()
  const packs = packsByLanguages.get(key) ?? cachedForPages(starterPacks(known), secondsOfList)
  if (packsByLanguages.size >= LANGUAGES_MAX) packsByLanguages.clear()
  packsByLanguages.set(key, packs)
  return packs(locals)
}
