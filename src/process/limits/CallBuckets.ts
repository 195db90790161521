import { Schema } from "effect"
import { networkOf, sourceOf } from "#core/kernel"
import { TokenBucket } from "./TokenBucket.ts"

/** Rate limits per source: an IPv4 address, or the /64 of an IPv6 one. */
export type Limit = {
  readonly name: string
  readonly calls: number
  readonly seconds: number
  /** The same for the /48 of an IPv6 source, for calls with costs for third parties. */
  readonly networkCalls?: number
}

/** Calls of one source: name, calls, seconds and network calls of the limit, an address of the source, and how many. */
export const Spent = Schema.Tuple([
  Schema.String,
  Schema.Finite,
  Schema.Finite,
  Schema.NullOr(Schema.Finite),
  Schema.String,
  Schema.Finite,
])
export type Spent = typeof Spent.Type

/** Sources counted at once; the least recently active one is dropped first. */
const SOURCES_MAX = 50_000

/** Counts calls per source with token buckets, and remembers those that other processes do not know of yet. */
export class CallBuckets {
  readonly #buckets = new Map<string, TokenBucket>()
  #unshared = new Map<string, Spent>()

  /** Takes one call of the source. Returns the seconds to wait if the limit is reached, else 0. */
  take(limit: Limit, address: string, nowMs: number): number {
    for (const bucket of this.#bucketsOf(limit, address, nowMs))
      if (!bucket.take(nowMs, 1)) return Math.max(1, bucket.secondsUntil(nowMs, 1))
    const { name, calls, networkCalls = null } = limit
    const key = `${name} ${sourceOf(address)}`
    const count = (this.#unshared.get(key)?.[5] ?? 0) + 1
    if (count > 1 || this.#unshared.size < SOURCES_MAX)
      this.#unshared.set(key, [name, calls, limit.seconds, networkCalls, address, count])
    return 0
  }

  /** Deducts calls that another process answered. */
  spendElsewhere([name, calls, seconds, networkCalls, address, count]: Spent, nowMs: number): void {
    const limit = { name, calls, seconds, ...(networkCalls !== null && { networkCalls }) }
    for (const bucket of this.#bucketsOf(limit, address, nowMs)) bucket.spendElsewhere(nowMs, Math.max(0, count))
  }

  /** Calls since the last time, of at most `max` sources: those with the most calls first. */
  takeUnshared(max: number): ReadonlyArray<Spent> {
    const spent = [...this.#unshared.values()]
    this.#unshared = new Map()
    return spent.length <= max ? spent : spent.sort((one, other) => other[5] - one[5]).slice(0, max)
  }

  #bucketsOf(
    { name, calls, seconds, networkCalls }: Limit,
    address: string,
    nowMs: number,
  ): ReadonlyArray<TokenBucket> {
    const [source, network] = [sourceOf(address), networkOf(address)]
    const own = this.#bucket(`${name} ${source}`, calls, seconds, nowMs)
    if (networkCalls === undefined || network === source) return [own]
    return [own, this.#bucket(`${name} ${network}`, networkCalls, seconds, nowMs)]
  }

  #bucket(key: string, calls: number, seconds: number, nowMs: number): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket({ perSecond: calls / seconds, burst: calls }, nowMs)
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > SOURCES_MAX && oldest !== undefined) this.#buckets.delete(oldest)
    return bucket
  }
}
