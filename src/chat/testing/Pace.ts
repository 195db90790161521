/** Counts what is done, and lets whoever waits for so much of it know: what is to happen in the middle of it needs no clock. */
export class Pace {
  readonly #waiting: Array<{ readonly due: number; readonly go: () => void }> = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** One more is done. Answers how many are. */
  step(): number {
    this.#count += 1
    for (const { due, go } of this.#waiting) if (due <= this.#count) go()
    return this.#count
  }

  /** Settles when so many more are done. */
  more(count: number): Promise<void> {
    return this.until(this.#count + count)
  }

  /** Settles when so many are done altogether. */
  until(due: number): Promise<void> {
    return new Promise((go) => (due <= this.#count ? go() : this.#waiting.push({ due, go })))
  }
}
