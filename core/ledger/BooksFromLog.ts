import type { LedgerEvent } from "./events.ts"
import { movesOf } from "./movesOf.ts"
import type { Book } from "./readBooks.ts"

type Sums = { posted: bigint; held: bigint; entries: number }

/** The books that follow from the log alone, event by event: what the live ones are compared with. */
export class BooksFromLog {
  readonly #sums = new Map<string, Sums>()

  take(event: LedgerEvent): void {
    for (const { account, amount, hold } of movesOf(event)) {
      const sums = this.#sums.get(account) ?? { posted: 0n, held: 0n, entries: 0 }
      sums.posted += amount
      sums.held += hold
      if (amount !== 0n) sums.entries += 1
      this.#sums.set(account, sums)
    }
  }

  /** In the order of the accounts' names, as `readBooks` answers them. */
  books(): ReadonlyArray<Book> {
    return [...this.#sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([account, { posted, held, entries }]) => ({
        account,
        posted: String(posted),
        held: String(held),
        entries,
      }))
  }
}
