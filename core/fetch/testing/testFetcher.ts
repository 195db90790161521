import { Effect, ManagedRuntime } from "effect"
import type { FetchedDocument } from "../FetchedDocument.ts"
import { Fetcher, type FetcherOptions } from "../Fetcher.ts"
import type { FetchRequest } from "../fetchDocument.ts"
import { POLITENESS } from "../hostLimits.ts"
import type { FetchRefusal } from "../refusals.ts"

/**
 * A real fetcher for tests with real sockets. Its timeouts are long, for a busy machine; tests of timeouts set their
 * own. Close it after the tests.
 */
export const makeTestFetcher = (options: Partial<FetcherOptions> = {}) => {
  const layer = Fetcher.layer({
    allowPrivate: [],
    userAgent: "QuireTest/1 (+https://quire.test/)",
    ...options,
    // Tests reach only hosts on the allow-list, which get the limits of public hosts here.
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
    /** The expected refusal of a request. */
    refused: (request: FetchRequest | string): Promise<FetchRefusal> =>
      runtime.runPromise(Effect.flip(fetching(request))),
    close: (): Promise<void> => runtime.dispose(),
  }
}
