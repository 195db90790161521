import type { Command } from "#contract/chat"
import { type Rate, TokenBucket } from "../../process/limits/TokenBucket.ts"

/** Separate limits for writes, reads and signs of life (typing, read pointers). */
export const KINDS = ["write", "read", "sign"] as const
export type Kind = (typeof KINDS)[number]
export type Rates = Readonly<Record<Kind, Rate>>

/** People and well-behaved programs stay below these rates. */
export const RATES: Rates = {
  write: { perSecond: 10, burst: 40 },
  read: { perSecond: 10, burst: 40 },
  sign: { perSecond: 10, burst: 40 },
}

/** A search reads a whole history. */
const SEARCH_COST = 4

type Price = { readonly kind: Kind; readonly cost: number }

const price = (kind: Kind, cost = 1): Price => ({ kind, cost })

/** Sign-ins and heartbeats are limited per socket instead. */
export const COSTS: Readonly<Record<Exclude<Command, "Tk" | "Hb">, Price>> = {
  Bc: price("write"),
  Ed: price("write"),
  De: price("write"),
  In: price("write"),
  Bl: price("write"),
  Rp: price("write"),
  Rm: price("write"),
  Re: price("write"),
  Ls: price("read"),
  Lmh: price("read"),
  Lh: price("read"),
  Lm: price("read"),
  Rs: price("read"),
  Pr: price("read"),
  Sh: price("read", SEARCH_COST),
  Rd: price("sign"),
  Ty: price("sign"),
}

/** The rate limit of one person over all their sockets here, and what other nodes do not know yet. */
export class RateLimit {
  readonly #rates: Rates
  readonly #buckets = new Map<Kind, TokenBucket>()
  #spent: Map<Kind, number> | undefined

  constructor(rates: Rates = RATES) {
    this.#rates = rates
  }

  /** Returns whether the command is within the limit. */
  take({ kind, cost }: Price, nowMs: number): boolean {
    if (!this.#bucket(kind, nowMs).take(nowMs, cost)) return false
    this.#spent ??= new Map()
    this.#spent.set(kind, (this.#spent.get(kind) ?? 0) + cost)
    return true
  }

  /** Deducts what the person spent at another node. */
  spendElsewhere(kind: Kind, cost: number, nowMs: number): void {
    this.#bucket(kind, nowMs).spendElsewhere(nowMs, cost)
  }

  /** Spending since the last call, in the order of KINDS; undefined if none. */
  takeUnshared(): ReadonlyArray<number> | undefined {
    const spent = this.#spent
    this.#spent = undefined
    return spent && KINDS.map((kind) => spent.get(kind) ?? 0)
  }

  #bucket(kind: Kind, nowMs: number): TokenBucket {
    const bucket = this.#buckets.get(kind) ?? new TokenBucket(this.#rates[kind], nowMs)
    this.#buckets.set(kind, bucket)
    return bucket
  }
}
