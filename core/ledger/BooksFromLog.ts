import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { LedgerEvent } from "./events.ts"
import { movesOf } from "./movesOf.ts"

/** Balance of an account in minor units as text, and the number of its entries. */
export type LedgerAccount = {
  readonly account: string
  readonly posted: string
  readonly held: string
  readonly entries: number
}

/** The books at one moment, including pending hot entries, sorted by account. */
export const readBooks = async (sql: SqlClient | SqlTransaction): Promise<ReadonlyArray<LedgerAccount>> =>
  sql<Array<LedgerAccount>>`
    select account, sum(posted)::text as posted, sum(held)::text as held, sum(entries)::integer as entries
      from (select account, posted, held, entries from wallet.account
            union all select account, amount, 0, 1 from wallet.hot_entry) b
     group by account order by account`

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
