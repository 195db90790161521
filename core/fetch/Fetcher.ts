import { Context, Effect, Layer } from "effect"
import { type AddressRules, makeAddressPolicy } from "./addressPolicy.ts"
import { makeAgent, type Resolve } from "./connect.ts"
import type { FetchedDocument } from "./FetchedDocument.ts"
import { DOCUMENT_BYTES_MAX, type FetchRequest, type FetchTimeouts, makeFetchDocument } from "./fetchDocument.ts"
import { makeHostLimits, POLITENESS, type Politeness } from "./hostLimits.ts"
import { type FormToPost, makePostForm } from "./postForm.ts"
import type { FetchRefusal } from "./refusals.ts"

export type FetcherOptions = AddressRules & {
  /** The User-Agent header; see userAgentOf. */
  readonly userAgent: string
  readonly timeouts?: Partial<FetchTimeouts> | undefined
  readonly bytesMax?: number | undefined
  /** Default POLITENESS. */
  readonly politeness?: Partial<Politeness> | undefined
  /** The resolver; defaults to that of the system. */
  readonly resolve?: Resolve | undefined
  /** Additional trusted certificates (PEM). */
  readonly certificates?: ReadonlyArray<string> | undefined
}

const FETCH_TIMEOUTS: FetchTimeouts = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyIdleMs: 10_000,
  totalMs: 20_000,
}

/** The User-Agent: product, version and a contact page, so that publishers can write to us instead of blocking us. */
export const userAgentOf = (version: string, contactUrl: string): string =>
  `Quire/${version} (feed reader; +${contactUrl})`

/** Fetches documents from untrusted addresses: feeds, pages, pictures. */
export class Fetcher extends Context.Service<
  Fetcher,
  {
    fetchDocument(request: FetchRequest): Effect.Effect<FetchedDocument, FetchRefusal>
    /** Posts a form and returns the status. */
    postForm(form: FormToPost): Effect.Effect<number, FetchRefusal>
  }
>()("core/fetch/Fetcher") {
  /** Connections live as long as the layer. Dies if an allow-list entry is not `host:port`. */
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
