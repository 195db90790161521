/**
 * Takes writers in turn, each no more often than its rate limit allows. A fast server answers so soon that writers who write
 * whenever they are answered use up their limits; from then on it would measure refusals.
 */
export class Pacer {
  readonly #pauseMs: number
  readonly #allowedAtMs: Float64Array
  #turn = 0

  constructor(writers: number, perSecond: number) {
    this.#pauseMs = 1_000 / perSecond
    this.#allowedAtMs = new Float64Array(writers)
  }

  /** The next writer, or the milliseconds until there is one: they write in turn, so nobody else may write before. */
  next(nowMs: number): { readonly writer: number } | { readonly waitMs: number } {
    const writer = this.#turn % this.#allowedAtMs.length
    const allowedAtMs = this.#allowedAtMs[writer] ?? 0
    if (allowedAtMs > nowMs) return { waitMs: allowedAtMs - nowMs }
    this.#allowedAtMs[writer] = nowMs + this.#pauseMs
    this.#turn += 1
    return { writer }
  }
}
