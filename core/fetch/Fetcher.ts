import { Context, Effect, Layer } from "effect"
import { type AddressRules, makeAddressPolicy } from "./addressPolicy.ts"
import { makeAgent, type Resolve } from "./connect.ts"
import type { FetchedDocument } from "./FetchedDocument.ts"
import { DOCUMENT_BYTES_MAX, type FetchRequest, type FetchTimeouts, makeFetchDocument } from "./fetchDocument.ts"
import { makeHostLimits, POLITENESS, type Politeness } from "./hostLimits.ts"
import { type FormToPost, makePostForm } from "./postForm.ts"
import type { FetchRefusal } from "./refusals.ts"

export type FetcherOptions = AddressRules & {
  /** How we introduce ourselves; see userAgentOf. */
  readonly userAgent: string
  readonly timeouts?: Partial<FetchTimeouts> | undefined
  readonly bytesMax?: number | undefined
  /** How politely servers are asked; POLITENESS unless given. */
  readonly politeness?: Partial<Politeness> | undefined
  /** Looks names up; the system's resolver unless given. */
  readonly resolve?: Resolve | undefined
  /** Certificates (PEM) to trust beside the well-known authorities. */
  readonly certificates?: ReadonlyArray<string> | undefined
}

const FETCH_TIMEOUTS: FetchTimeouts = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyIdleMs: 10_000,
  totalMs: 20_000,
}

/** The product, its version and a page that says who we are: what lets a publisher talk to us instead of blocking us. */
export const userAgentOf = (version: string, contactUrl: string): string =>
  `Quire/${version} (feed reader; +${contactUrl})`

/** The one way out to documents that strangers name: feeds, pages, pictures. */
export class Fetcher extends Context.Service<
  Fetcher,
  {
    fetchDocument(request: FetchRequest): Effect.Effect<FetchedDocument, FetchRefusal>
    /** Sends a form and answers the status. */
    postForm(form: FormToPost): Effect.Effect<number, FetchRefusal>
  }
>()("core/fetch/Fetcher") {
  /** Connections are kept for the life of the layer. Dies where an allow-list entry is not `host:port`. */
  static readonly layer = (options: FetcherOptions): Layer.Layer<Fetcher> =>
    Layer.effect(
      Fetcher,
      Effect.gen(function* () {
        const policy = makeAddressPolicy(options)
        const timeouts = { ...FETCH_TIMEOUTS, ...options.timeouts }
        const politeness = { ...POLITENESS, ...options.politeness }
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => makeAgent({ ...options, policy, politeness, connectMs: timeouts.connectMs })),
          (agent) => Effect.promise(() => agent.destroy()),
        )
        const withinHostLimits = yield* makeHostLimits(politeness)
        const { userAgent, bytesMax = DOCUMENT_BYTES_MAX } = options
        const fetchDocument = makeFetchDocument({ agent, policy, withinHostLimits, timeouts, userAgent, bytesMax })
        return Fetcher.of({
          fetchDocument,
          postForm: makePostForm({ agent, policy, withinHostLimits, timeouts, userAgent }),
        })
      }),
    )
}
