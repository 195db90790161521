/** Things that go together in one batch at most. */
export const BATCH_MAX = 256

/**
 * Collects what many ask for at about the same time and hands it over at once. Each caller learns when its batch is
 * done; a batch that fails fails all its callers.
 */
export class Batch<A> {
  private readonly flush: (items: ReadonlyArray<A>) => Promise<unknown>
  private readonly lingerMs: number
  private open: { readonly items: Array<A>; readonly done: Promise<void>; readonly send: () => void } | null = null

  /** @param lingerMs how long the first one waits for others */
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
