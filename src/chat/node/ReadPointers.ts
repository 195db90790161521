/** Minimum time between two writes of one pointer. */
const POINTER_MS = 1_000
const POINTERS_MAX = 20_000

type Pointer = { writtenMs: number; waiting: { seq: number; written: Promise<unknown> } | null }

/** Coalesces read pointers: of several in a row only the last one is written. */
export class ReadPointers {
  readonly #now: () => number
  readonly #pointers = new Map<string, Pointer>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Resolves when a pointer at least this far was written. */
  async move<R>(key: string, seq: number, write: (seq: number) => Promise<R>): Promise<R> {
    const pointer = this.#pointer(key)
    if (pointer.waiting !== null) {
      pointer.waiting.seq = Math.max(pointer.waiting.seq, seq)
      // One key always has the same kind of write.
      return pointer.waiting.written as Promise<R>
    }
    const restMs = pointer.writtenMs + POINTER_MS - this.#now()
    if (restMs > 0) {
      const rested = Promise.withResolvers<void>()
      const written = rested.promise.then(() => {
        const last = pointer.waiting?.seq ?? seq
        pointer.waiting = null
        pointer.writtenMs = this.#now()
        return write(last)
      })
      pointer.waiting = { seq, written }
      setTimeout(rested.resolve, restMs).unref()
      return written
    }
    pointer.writtenMs = this.#now()
    return write(seq)
  }

  #pointer(key: string): Pointer {
    const pointer = this.#pointers.get(key) ?? { writtenMs: Number.NEGATIVE_INFINITY, waiting: null }
    this.#pointers.delete(key)
    this.#pointers.set(key, pointer)
    const [oldest] = this.#pointers.keys()
    if (this.#pointers.size > POINTERS_MAX && oldest !== undefined) this.#pointers.delete(oldest)
    return pointer
  }
}
