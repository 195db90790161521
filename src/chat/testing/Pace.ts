/** Counts steps and resolves waiters, so that tests can act in the middle without a clock. */
export class Pace {
  readonly #waiting: Array<{ readonly due: number; readonly go: () => void }> = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Returns the new count. */
  step(): number {
    this.#count += 1
    for (const { due, go } of this.#waiting) if (due <= this.#count) go()
    return this.#count
  }

  /** Resolves after this many further steps. */
  more(count: number): Promise<void> {
    return this.until(this.#count + count)
  }

  /** Resolves once this many steps are done in total. */
  until(due: number): Promise<void> {
    return new Promise((go) => (due <= this.#count ? go() : this.#waiting.push({ due, go })))
  }
}
