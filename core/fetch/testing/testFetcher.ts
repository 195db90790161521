import { Effect, ManagedRuntime } from "effect"
import type { FetchedDocument } from "../FetchedDocument.ts"
import { Fetcher, type FetcherOptions } from "../Fetcher.ts"
import type { FetchRequest } from "../fetchDocument.ts"
import { POLITENESS } from "../hostLimits.ts"
import type { FetchRefusal } from "../refusals.ts"

/**
 * A real fetcher for tests against real sockets, which is in no hurry on a busy machine: who tests that it is says so. Close
 * it after the tests.
 */
export const makeTestFetcher = (options: Partial<FetcherOptions> = {}) => {
  const layer = Fetcher.layer({
    allowPrivate: [],
    userAgent: "QuireTest/1 (+https://quire.test/)",
    ...options,
    // Tests reach nobody but hosts that they named, and look at how strangers are treated.
    politeness: { ownRequestsMax: POLITENESS.hostRequestsMax, ...options.politeness },
    timeouts: { connectMs: 15_000, headersMs: 15_000, bodyIdleMs: 15_000, totalMs: 30_000, ...options.timeouts },
  })
  const runtime = ManagedRuntime.make(layer)
  const fetching = (request: FetchRequest | string) =>
    Fetcher.use((fetcher) => fetcher.fetchDocument(typeof request === "string" ? { url: request } : request))
  return {
    layer,
    /** Runs an effect that fetches; rejects with its refusal. */
    run: <A, E>(effect: Effect.Effect<A, E, Fetcher>): Promise<A> => runtime.runPromise(effect),
    fetched: (request: FetchRequest | string): Promise<FetchedDocument> => runtime.runPromise(fetching(request)),
    /** The refusal that a request is expected to meet. */
    refused: (request: FetchRequest | string): Promise<FetchRefusal> =>
      runtime.runPromise(Effect.flip(fetching(request))),
    close: (): Promise<void> => runtime.dispose(),
  }
}
