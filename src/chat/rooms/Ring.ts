/** The last things with numbers that follow each other, so that who missed a few gets them without a database. */
export class Ring<T extends { readonly seq: number }> {
  readonly #capacity: number
  #items: Array<T> = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get first(): number | undefined {
    return this.#items[0]?.seq
  }

  /** Adds the next one. Where it does not follow the last, what was there is worth nothing any more. */
  add(item: T): void {
    const last = this.#items.at(-1)
    if (last !== undefined && item.seq !== last.seq + 1) this.#items = []
    this.#items.push(item)
    // Twice the capacity before the oldest go, all at once: shifting one by one would move the rest each time.
    if (this.#items.length >= 2 * this.#capacity) this.#items = this.#items.slice(-this.#capacity)
  }

  /** Puts older ones in front, those that lead up to the first; where that is not so, nothing happens. */
  fill(older: ReadonlyArray<T>): void {
    const first = this.first
    const before = first === undefined ? older : older.filter(({ seq }) => seq < first)
    const isDense = before.every(({ seq }, at) => at === 0 || seq === (before[at - 1]?.seq ?? 0) + 1)
    const last = before.at(-1)?.seq
    if (!isDense || last === undefined || (first !== undefined && last + 1 !== first)) return
    this.#items = [...before, ...this.#items]
  }

  /** Replaces one, where it is there. */
  change(seq: number, how: (item: T) => T): void {
    const at = seq - (this.first ?? seq + 1)
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = how(item)
  }

  /** All after a number up to the newest; undefined where some of them are not there. */
  after(seq: number): ReadonlyArray<T> | undefined {
    const first = this.first
    if (first === undefined || seq < first - 1) return undefined
    return this.#items.slice(seq - first + 1)
  }
}
