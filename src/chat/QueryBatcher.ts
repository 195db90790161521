const KEYS_MAX = 500

type Waiting<V> = readonly [key: string, invited: PromiseWithResolvers<V | undefined>]

/**
 * Batches queries that arrive together. While one batch runs the next one collects, so a burst becomes a few statements
 * and a single query runs at once.
 */
export class QueryBatcher<V> {
  readonly #ask: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>
  readonly #waiting = new Map<string, Waiting<V>[1]>()
  #isAsking = false

  /** @param load answers by key; keys without an answer are left out */
  constructor(load: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>) {
    this.#ask = load
  }

  /** The answer, or undefined if there is none. Rejects if the query failed. */
  get(key: string): Promise<V | undefined> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting.promise
    const invited = Promise.withResolvers<V | undefined>()
    this.#waiting.set(key, invited)
    if (!this.#isAsking) void this.#run()
    return invited.promise
  }

  async #run(): Promise<void> {
    this.#isAsking = true
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, KEYS_MAX)
      for (const [key] of batch) this.#waiting.delete(key)
      await this.#answer(batch)
    }
    this.#isAsking = false
  }

  async #answer(batch: ReadonlyArray<Waiting<V>>): Promise<void> {
    try {
      const answers = await this.#ask(batch.map(([key]) => key))
      for (const [key, { resolve }] of batch) resolve(answers.get(key))
    } catch (error) {
      // One invalid key must not fail the whole batch.
      if (batch.length > 1 && isInvalidInput(error)) for (const each of batch) await this.#answer([each])
      else for (const [, { reject }] of batch) reject(error)
    }
  }
}

/** Whether PostgreSQL refused the input (SQLSTATE class 22) rather than being unreachable. */
const isInvalidInput = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^22/.test(String(error.code))
