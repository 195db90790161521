/** Items per batch. */
export const BATCH_MAX = 256

/**
 * Collects items of concurrent callers and writes them together. Each caller waits for its batch; if the batch fails,
 * all its callers fail.
 */
export class Batch<A> {
  private readonly flush: (items: ReadonlyArray<A>) => Promise<unknown>
  private readonly lingerMs: number
  private open: { readonly items: Array<A>; readonly done: Promise<void>; readonly send: () => void } | null = null

  /** @param lingerMs how long the first item waits for others */
  constructor(flush: (items: ReadonlyArray<A>) => Promise<unknown>, lingerMs: number) {
    this.flush = flush
    this.lingerMs = lingerMs
  }

  add(item: A): Promise<void> {
    const batch = this.open ?? this.begin()
    batch.items.push(item)
    if (batch.items.length >= BATCH_MAX) batch.send()
    return batch.done
  }

  private begin() {
    const items: Array<A> = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const send = () => {
      clearTimeout(timer)
      if (this.open === batch) this.open = null
      this.flush(items).then(() => resolve(), reject)
    }
    const timer = setTimeout(send, this.lingerMs)
    const batch = { items, done: promise, send }
    this.open = batch
    return batch
  }
}
