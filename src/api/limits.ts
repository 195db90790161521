import { Clock, Context, Effect, Layer } from "effect"
import { translator } from "#src/i18n/index.ts"
import { TooMany } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** How often one caller may do one thing. */
export type Limit = { readonly name: string; readonly calls: number; readonly seconds: number }

/** Adding and checking addresses makes the server fetch what a stranger names: ten a minute. */
export const OUTGOING: Limit = { name: "outgoing", calls: 10, seconds: 60 }
/** Everything else: enough for any reader, too little to copy the library out. */
export const ORDINARY: Limit = { name: "ordinary", calls: 600, seconds: 60 }

/** Callers that are remembered at once; the one that was quiet for longest goes first. */
const CALLERS_MAX = 50_000

/** Counts calls per caller in this process, as a bucket that refills evenly. */
export class RateLimits extends Context.Service<
  RateLimits,
  { take(limit: Limit, caller: string, say: (seconds: number) => string): Effect.Effect<void, TooMany> }
>()("src/api/RateLimits") {
  static readonly layer = Layer.sync(RateLimits, () => {
    const buckets = new Map<string, { tokens: number; atMs: number }>()
    return RateLimits.of({
      take: Effect.fnUntraced(function* (limit, caller, say) {
        const nowMs = yield* Clock.currentTimeMillis
        const key = `${limit.name} ${caller}`
        const bucket = buckets.get(key) ?? { tokens: limit.calls, atMs: nowMs }
        const perMs = limit.calls / (limit.seconds * 1000)
        const tokens = Math.min(limit.calls, bucket.tokens + (nowMs - bucket.atMs) * perMs)
        const retryAfterSeconds = tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / 1000)
        buckets.delete(key)
        buckets.set(key, { tokens: retryAfterSeconds === 0 ? tokens - 1 : tokens, atMs: nowMs })
        const [oldest] = buckets.keys()
        if (buckets.size > CALLERS_MAX && oldest !== undefined) buckets.delete(oldest)
        if (retryAfterSeconds > 0) {
          return yield* new TooMany({ status: false, message: say(retryAfterSeconds), data: null, retryAfterSeconds })
        }
      }),
    })
  })
}

/** Takes one call from the caller's allowance, resolved once for a group of handlers. */
export const limitedBy = (limit: Limit) =>
  Effect.map(RateLimits, (limits) =>
    Effect.gen(function* () {
      const { address, locale } = yield* CurrentCaller
      yield* limits.take(limit, address, (seconds) => translator(locale)("api.tooMany", { seconds }))
    }),
  )
export const ordinary = limitedBy(ORDINARY)
export const outgoing = limitedBy(OUTGOING)
