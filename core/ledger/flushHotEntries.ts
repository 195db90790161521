import type { SqlClient } from "#core/kernel"

/** Entries of hot accounts per transaction. */
const ENTRIES_PER_FLUSH_MAX = 5_000

/** Adds pending entries of hot accounts to their balances; returns the number of entries. */
export const flushHotEntries = async (sql: SqlClient, limit = ENTRIES_PER_FLUSH_MAX): Promise<number> => {
  const [row] = await sql<Array<{ flushed: number }>>`select wallet.flush_hot_entries(${limit}) as flushed`
  return row?.flushed ?? 0
}
