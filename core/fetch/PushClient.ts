import { Clock, Context, Effect, Layer } from "effect"
import { makeAddressPolicy } from "./addressPolicy.ts"
import { makeAgent } from "./connect.ts"
import type { FetcherOptions } from "./Fetcher.ts"
import { readUrl } from "./fetchDocument.ts"
import { POLITENESS } from "./hostLimits.ts"
import { readFailure } from "./readFailure.ts"
import { type FetchRefusal, TimedOut } from "./refusals.ts"
import { retryAfterSecondsOf } from "./responseHeaders.ts"

/** Concurrent connections to one server: a few push services serve all browsers. */
const HOST_CONNECTIONS_MAX = 16
const CONNECT_MS = 5_000
const HEADERS_MS = 10_000
const TOTAL_MS = 15_000
const ANSWER_BYTES_MAX = 16_384
const ANSWER_MS_MAX = 1_000

export type PushRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export type PushReceipt = { readonly status: number; readonly retryAfterSeconds: number | null }

/** Posts push messages to addresses that browsers supplied, with the address checks of Fetcher. Follows no redirects. */
export class PushClient extends Context.Service<
  PushClient,
  {
    send(request: PushRequest): Effect.Effect<PushReceipt, FetchRefusal>
  }
>()("core/fetch/PushClient") {
  static readonly layer = ({ userAgent, ...options }: FetcherOptions): Layer.Layer<PushClient> =>
    Layer.effect(
      PushClient,
      Effect.gen(function* () {
        const policy = makeAddressPolicy(options)
        const politeness = {
          ...POLITENESS,
          hostRequestsMax: HOST_CONNECTIONS_MAX,
          ownRequestsMax: HOST_CONNECTIONS_MAX,
        }
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => makeAgent({ ...options, policy, politeness, connectMs: CONNECT_MS })),
          (agent) => Effect.promise(() => agent.destroy()),
        )
        return PushClient.of({
          send: Effect.fn("PushClient.send")(function* ({ url: address, headers, body }) {
            const url = yield* readUrl(policy, address)
            const answer = yield* Effect.tryPromise({
              try: async (signal) => {
                const sent = await agent.request({
                  origin: url.origin,
                  path: `${url.pathname}${url.search}`,
                  method: "POST",
                  headers: { ...headers, "user-agent": userAgent },
                  body,
                  headersTimeout: HEADERS_MS,
                  bodyTimeout: ANSWER_MS_MAX,
                  signal,
                })
                // Drain the body, so that the connection can be reused.
                sent.body
                  .dump({ limit: ANSWER_BYTES_MAX, signal: AbortSignal.timeout(ANSWER_MS_MAX) })
                  .catch(() => undefined)
                return sent
              },
              catch: (error) => readFailure(error, url.href),
            }).pipe(
              Effect.timeoutOrElse({
                duration: TOTAL_MS,
                orElse: () => Effect.fail(new TimedOut({ url: url.href, phase: "total" })),
              }),
            )
            const nowMs = yield* Clock.currentTimeMillis
            return { status: answer.statusCode, retryAfterSeconds: retryAfterSecondsOf(answer.headers, nowMs) }
          }),
        })
      }),
    )
}
