import type { SqlClient, SqlTransaction } from "#core/kernel"
import { BooksFromLog, type LedgerAccount, LedgerEvents, readAccount, readBooks } from "#core/ledger"

/** Batch size for reading the log. */
const EVENTS_AT_ONCE = 5_000

/** An account with a balance other than the log implies. Null: the account is missing on one side. */
export type Difference = {
  readonly account: string
  readonly logged: LedgerAccount | null
  readonly found: LedgerAccount | null
}

export type Comparison = {
  /** Number of ledger events added up. */
  readonly events: number
  readonly accounts: number
  /** Differences between the books and the log. */
  readonly books: ReadonlyArray<Difference>
  /** Differences between the read model and the log up to its checkpoint. */
  readonly readModel: ReadonlyArray<Difference>
  /** Assets with a sum of accounts other than zero, in minor units. */
  readonly unbalanced: ReadonlyArray<{ readonly assetTypeId: number; readonly sum: string }>
}

/** Balances stored elsewhere, and the log position they include. */
export type StoredBooks = { readonly position: number; readonly books: ReadonlyArray<LedgerAccount> }

/**
 * Adds up the whole log and compares it with the books and a read model. All sides are read in one snapshot, so
 * concurrent writes cause no differences.
 */
export const compareBooks = async (
  sql: SqlClient,
  readKept: (transaction: SqlTransaction) => Promise<StoredBooks>,
): Promise<Comparison> =>
  sql.begin("isolation level repeatable read read only", async (transaction) => {
    const stored = await readKept(transaction)
    const all = new BooksFromLog()
    const soFar = new BooksFromLog()
    let events = 0
    const log = transaction<Array<{ position: number; type: string; data: unknown }>>`
      select position, type, data from es.event where type = any(${[...LedgerEvents.types]}) order by position`
    for await (const rows of log.cursor(EVENTS_AT_ONCE)) {
      for (const { position, type, data } of rows) {
        const event = LedgerEvents.decodeSync(type, data)
        all.take(event)
        if (position <= stored.position) soFar.take(event)
        events += 1
      }
    }
    const logged = all.books()
    return {
      events,
      accounts: logged.length,
      books: differences(logged, await readBooks(transaction)),
      readModel: differences(soFar.books(), stored.books),
      unbalanced: unbalanced(logged),
    }
  })

const differences = (
  logged: ReadonlyArray<LedgerAccount>,
  found: ReadonlyArray<LedgerAccount>,
): ReadonlyArray<Difference> => {
  const byAccount = new Map(found.map((book) => [book.account, book]))
  const wrong = logged.flatMap((book): ReadonlyArray<Difference> => {
    const other = byAccount.get(book.account) ?? null
    byAccount.delete(book.account)
    return isSame(book, other) ? [] : [{ account: book.account, logged: book, found: other }]
  })
  return [...wrong, ...[...byAccount.values()].map((book) => ({ account: book.account, logged: null, found: book }))]
}

const isSame = (one: LedgerAccount, other: LedgerAccount | null): boolean =>
  one.posted === other?.posted && one.held === other.held && one.entries === other.entries

const unbalanced = (books: ReadonlyArray<LedgerAccount>): Comparison["unbalanced"] => {
  const sums = new Map<number, bigint>()
  for (const { account, posted } of books) {
    const { assetTypeId } = readAccount(account)
    sums.set(assetTypeId, (sums.get(assetTypeId) ?? 0n) + BigInt(posted))
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([assetTypeId, sum]) => ({ assetTypeId, sum: String(sum) }))
}
