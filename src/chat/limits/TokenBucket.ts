/** How often something may be done: so many at once, and so many more in each second. */
export type Rate = { readonly perSecond: number; readonly burst: number }

/** What somebody may still do for now. Full at first; it fills by itself as time goes by. */
export class TokenBucket {
  readonly #rate: Rate
  #left: number
  #atMs: number

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate
    this.#left = rate.burst
    this.#atMs = nowMs
  }

  /** Takes as much as something costs, or nothing where there is not as much. Answers whether it was there. */
  take(nowMs: number, cost: number): boolean {
    this.#fill(nowMs)
    if (this.#left < cost) return false
    this.#left -= cost
    return true
  }

  /** Takes what was spent elsewhere, down to a debt of one burst, which a second or more works off. */
  drain(nowMs: number, cost: number): void {
    this.#fill(nowMs)
    this.#left = Math.max(-this.#rate.burst, this.#left - cost)
  }

  #fill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.#atMs)
    this.#left = Math.min(this.#rate.burst, this.#left + (passedMs * this.#rate.perSecond) / 1_000)
    this.#atMs = Math.max(this.#atMs, nowMs)
  }
}
