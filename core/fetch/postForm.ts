import { Effect } from "effect"
import type { Agent } from "undici"
import { type AddressPolicy, isAllowedUrl } from "./addressPolicy.ts"
import { type FetchTimeouts, follow, readUrl } from "./fetchDocument.ts"
import type { WithinHostLimits } from "./hostLimits.ts"
import { readFailure } from "./readFailure.ts"
import { BadAddress, type FetchRefusal, TimedOut } from "./refusals.ts"
import { resolveLocation } from "./requestHop.ts"
import { headerOf } from "./responseHeaders.ts"

type PostSettings = {
  readonly agent: Agent
  readonly policy: AddressPolicy
  readonly withinHostLimits: WithinHostLimits
  readonly timeouts: FetchTimeouts
  readonly userAgent: string
}

export type FormToPost = { readonly url: string; readonly fields: Readonly<Record<string, string>> }

const ANSWER_BYTES_MAX = 16_384
const ANSWER_MS_MAX = 1_000
/** Redirects that keep method and body. */
const REPEATING = new Set([307, 308])

/**
 * Posts a form to an untrusted address with the checks of fetchDocument and returns the status. The body of the answer is
 * ignored.
 */
export const makePostForm = ({ agent, policy, withinHostLimits, timeouts, userAgent }: PostSettings) =>
  Effect.fn("Fetcher.postForm")(function* (form: FormToPost): Effect.fn.Return<number, FetchRefusal> {
    const body = new URLSearchParams(form.fields).toString()
    const headers = { "user-agent": userAgent, "content-type": "application/x-www-form-urlencoded" }
    const visited = new Set<string>()
    let url = yield* readUrl(policy, form.url)
    for (;;) {
      visited.add(url.href)
      const target = url
      const send = Effect.tryPromise({
        try: async (signal) => {
          const answer = await agent.request({
            origin: target.origin,
            path: `${target.pathname}${target.search}`,
            method: "POST",
            headers,
            body,
            headersTimeout: timeouts.headersMs,
            bodyTimeout: timeouts.bodyIdleMs,
            signal,
          })
          answer.body
            .dump({ limit: ANSWER_BYTES_MAX, signal: AbortSignal.timeout(ANSWER_MS_MAX) })
            .catch(() => undefined)
          const location = REPEATING.has(answer.statusCode) ? headerOf(answer.headers, "location") : null
          return { status: answer.statusCode, to: location === null ? null : resolveLocation(location, target) }
        },
        catch: (error) => (error instanceof BadAddress ? error : readFailure(error, target.href)),
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeouts.totalMs,
          orElse: () => Effect.fail(new TimedOut({ url: target.href, phase: "total" })),
        }),
      )
      const request = { host: target.hostname, isOwn: isAllowedUrl(policy, target), isSpaced: false }
      const { status, to } = yield* withinHostLimits(request, send)
      if (to === null) return status
      url = yield* follow(policy, to, visited, visited.size - 1)
    }
  })
