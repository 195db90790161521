import type { Command } from "#contract/chat"
import { type Rate, TokenBucket } from "./TokenBucket.ts"

/** What a person spends: on requests that write, on those that read, and on signs of life. */
export const KINDS = ["write", "read", "sign"] as const
export type Kind = (typeof KINDS)[number]
export type Rates = Readonly<Record<Kind, Rate>>

/** A person never comes near, a program that means well seldom does. */
export const RATES: Rates = {
  write: { perSecond: 10, burst: 40 },
  read: { perSecond: 10, burst: 40 },
  sign: { perSecond: 10, burst: 40 },
}

/** A search goes through a whole history. */
const SEARCH_COST = 4

type Price = { readonly kind: Kind; readonly cost: number }

const price = (kind: Kind, cost = 1): Price => ({ kind, cost })

/** What each command costs; signing in and heartbeats are counted by socket alone. */
export const PRICES: Readonly<Record<Exclude<Command, "Tk" | "Hb">, Price>> = {
  Bc: price("write"),
  Ed: price("write"),
  De: price("write"),
  In: price("write"),
  Bl: price("write"),
  Rp: price("write"),
  Rm: price("write"),
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

/** What one person may still do, over all their sockets here, and what they spent since other nodes were last told. */
export class Allowance {
  readonly #rates: Rates
  readonly #buckets = new Map<Kind, TokenBucket>()
  #spent: Map<Kind, number> | undefined

  constructor(rates: Rates = RATES) {
    this.#rates = rates
  }

  /** Pays for a command, or answers false. */
  take({ kind, cost }: Price, nowMs: number): boolean {
    if (!this.#bucket(kind, nowMs).take(nowMs, cost)) return false
    this.#spent ??= new Map()
    this.#spent.set(kind, (this.#spent.get(kind) ?? 0) + cost)
    return true
  }

  /** Takes what the person spent at another node. */
  drain(kind: Kind, cost: number, nowMs: number): void {
    this.#bucket(kind, nowMs).drain(nowMs, cost)
  }

  /** What was spent since this was asked last, in the order of KINDS; nothing where that is nothing. */
  takeSpent(): ReadonlyArray<number> | undefined {
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
