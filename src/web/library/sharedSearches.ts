import type { Effect } from "effect"
import { searchVersion } from "#projections/library"
import { currentReads } from "#src/process/requestReads.ts"
import { run, type Services } from "#src/process/runtime.ts"
import { readBestFeeds, readContent } from "../../components/search/readSearch.ts"
import type { SearchParams } from "../../components/search/searchParams.ts"
import { sharedWhileSame } from "./sharedWhileSame.ts"

/** Pages of found items and lists of feeds that readers share: some 10 MB. */
const SEARCHES_MAX = 200

let checking: Promise<string | null> | undefined

/** Requests that arrive while the version is read share it, unless they chose a server to read from. */
const version = (): Promise<string | null> => {
  if (currentReads() !== undefined) return run(searchVersion)
  checking ??= run(searchVersion).finally(() => {
    checking = undefined
  })
  return checking
}

/**
 * A search that readers who repeat it share while the library is the same: nothing in it is personal. A failure is
 * reported and gives undefined.
 */
const sharedSearch = <A>(read: (asked: SearchParams) => Effect.Effect<A, never, Services>) => {
  const shared = sharedWhileSame<A>(SEARCHES_MAX, version)
  return async (asked: SearchParams, locals: App.Locals): Promise<A | undefined> => {
    const load = () => run(read(asked))
    // A time span ends now, and so is another for each request.
    const hasTime = asked.time?.fromMs !== undefined || asked.time?.beforeMs !== undefined
    try {
      return await (hasTime ? load() : shared(JSON.stringify(asked), load))
    } catch (error) {
      locals.report?.(error)
      return undefined
    }
  }
}

/** A page of found items (readContent). */
export const contentFor = sharedSearch(readContent)

/** The feeds above it (readBestFeeds). */
export const bestFeedsFor = sharedSearch(readBestFeeds)
