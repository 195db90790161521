import type { SqlClient } from "#core/kernel"

/** Entries of hot accounts per transaction. */
const FOLDED_MAX = 5_000

/** Adds pending entries of hot accounts to their balances; returns the number of entries. */
export const flushHotEntries = async (sql: SqlClient, limit = FOLDED_MAX): Promise<number> => {
  const [row] = await sql<Array<{ folded: number }>>`select wallet.fold_hot(${limit}) as folded`
  return row?.folded ?? 0
}
