import { Batched } from "../Batched.ts"

type Kept<V> = { readonly value: V | undefined; readonly untilMs: number }

export type RememberedOptions<V> = {
  readonly ask: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>
  readonly now: () => number
  readonly ageMsMax: number
  readonly countMax: number
}

/** Answers that hold for a while, asked for in batches. The one that was asked for first goes first. */
export class Remembered<V> {
  readonly #options: RememberedOptions<V>
  readonly #asked: Batched<V>
  readonly #kept = new Map<string, Kept<V>>()

  constructor(options: RememberedOptions<V>) {
    this.#options = options
    this.#asked = new Batched(options.ask)
  }

  /** What is known and still holds. */
  known(key: string): V | undefined {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.untilMs > this.#options.now() ? kept.value : undefined
  }

  async get(key: string): Promise<V | undefined> {
    const { now, ageMsMax, countMax } = this.#options
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.untilMs > now()) return kept.value
    const value = await this.#asked.get(key)
    this.#kept.delete(key)
    this.#kept.set(key, { value, untilMs: now() + ageMsMax })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > countMax && oldest !== undefined) this.#kept.delete(oldest)
    return value
  }
}
