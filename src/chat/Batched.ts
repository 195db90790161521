/** Questions that one statement carries at most. */
const KEYS_MAX = 500

type Waiting<V> = readonly [key: string, asked: PromiseWithResolvers<V | undefined>]

/**
 * Gathers questions that come at about the same time, and asks them in one. While an answer is awaited the next questions
 * gather, so a storm of them becomes few statements and a single one is asked at once.
 */
export class Batched<V> {
  readonly #ask: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>
  readonly #waiting = new Map<string, Waiting<V>[1]>()
  #isAsking = false

  /** @param ask answers by key; keys without an answer are left out */
  constructor(ask: (keys: ReadonlyArray<string>) => Promise<ReadonlyMap<string, V>>) {
    this.#ask = ask
  }

  /** The answer to one question, or undefined where there is none. Rejects where asking failed. */
  get(key: string): Promise<V | undefined> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting.promise
    const asked = Promise.withResolvers<V | undefined>()
    this.#waiting.set(key, asked)
    if (!this.#isAsking) void this.#run()
    return asked.promise
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
      // One question that cannot be asked must not cost the others their answers.
      if (batch.length > 1 && isUnfit(error)) for (const each of batch) await this.#answer([each])
      else for (const [, { reject }] of batch) reject(error)
    }
  }
}

/** Whether PostgreSQL refused what it was asked with (SQLSTATE, class 22), rather than being away. */
const isUnfit = (error: unknown): boolean => error instanceof Error && "code" in error && /^22/.test(String(error.code))
