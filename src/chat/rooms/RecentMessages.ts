/** The last messages with consecutive numbers, so that short gaps need no query. */
export class RecentMessages<T extends { readonly seq: number }> {
  readonly #capacity: number
  #items: Array<T> = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get first(): number | undefined {
    return this.#items[0]?.seq
  }

  /** A gap discards everything before it. */
  add(item: T): void {
    const last = this.#items.at(-1)
    if (last !== undefined && item.seq !== last.seq + 1) this.#items = []
    this.#items.push(item)
    // Trims at twice the capacity: removing one by one would move the rest each time.
    if (this.#items.length >= 2 * this.#capacity) this.#items = this.#items.slice(-this.#capacity)
  }

  /** Prepends older messages if they connect without a gap. */
  fill(older: ReadonlyArray<T>): void {
    const first = this.first
    const before = first === undefined ? older : older.filter(({ seq }) => seq < first)
    const isDense = before.every(({ seq }, at) => at === 0 || seq === (before[at - 1]?.seq ?? 0) + 1)
    const last = before.at(-1)?.seq
    if (!isDense || last === undefined || (first !== undefined && last + 1 !== first)) return
    this.#items = [...before, ...this.#items]
  }

  change(seq: number, how: (item: T) => T): void {
    const at = seq - (this.first ?? seq + 1)
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = how(item)
  }

  /** All after a number; undefined if some are no longer kept. */
  after(seq: number): ReadonlyArray<T> | undefined {
    const first = this.first
    if (first === undefined || seq < first - 1) return undefined
    return this.#items.slice(seq - first + 1)
  }
}
