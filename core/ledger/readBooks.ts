import type { SqlClient, SqlTransaction } from "#core/kernel"

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
