/** `burst` at once and `perSecond` afterwards. */
export type Rate = { readonly perSecond: number; readonly burst: number }

/** Starts full and refills over time. */
export class TokenBucket {
  readonly #rate: Rate
  #left: number
  #atMs: number

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate
    this.#left = rate.burst
    this.#atMs = nowMs
  }

  /** Takes the whole cost or nothing. Returns whether it did. */
  take(nowMs: number, cost: number): boolean {
    this.#fill(nowMs)
    if (this.#left < cost) return false
    this.#left -= cost
    return true
  }

  /** Seconds until the cost can be taken, rounded up. */
  secondsUntil(nowMs: number, cost: number): number {
    this.#fill(nowMs)
    const ms = Math.round(((cost - this.#left) / this.#rate.perSecond) * 1_000)
    return Math.max(0, Math.ceil(ms / 1_000))
  }

  /** Deducts what was spent in other processes, down to minus one burst. */
  spendElsewhere(nowMs: number, cost: number): void {
    this.#fill(nowMs)
    this.#left = Math.max(-this.#rate.burst, this.#left - cost)
  }

  #fill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.#atMs)
    this.#left = Math.min(this.#rate.burst, this.#left + (passedMs * this.#rate.perSecond) / 1_000)
    this.#atMs = Math.max(this.#atMs, nowMs)
  }
}
