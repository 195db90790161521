/**
 * Takes writers in turn within their rate limits. A fast server answers so soon that unpaced writers would use up their
 * limits, and the bench would measure refusals.
 */
export class Pacer {
  readonly #pauseMs: number
  readonly #allowedAtMs: Float64Array
  #turn = 0

  constructor(writers: number, perSecond: number) {
    this.#pauseMs = 1_000 / perSecond
    this.#allowedAtMs = new Float64Array(writers)
  }

  /** The next writer, or the milliseconds until one may write. */
  next(nowMs: number): { readonly writer: number } | { readonly waitMs: number } {
    const writer = this.#turn % this.#allowedAtMs.length
    const allowedAtMs = this.#allowedAtMs[writer] ?? 0
    if (allowedAtMs > nowMs) return { waitMs: allowedAtMs - nowMs }
    this.#allowedAtMs[writer] = nowMs + this.#pauseMs
    this.#turn += 1
    return { writer }
  }
}
