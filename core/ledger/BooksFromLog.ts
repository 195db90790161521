import type { LedgerEvent } from "./events.ts"
import { movesOf } from "./movesOf.ts"
import type { LedgerAccount } from "./readBooks.ts"

type Sums = { posted: bigint; held: bigint; entries: number }

/** Computes the books from the log alone, to compare them with the stored ones. */
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

  /** Sorted by account, as in `readBooks`. */
  books(): ReadonlyArray<LedgerAccount> {
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
