import type { SqlClient } from "#core/kernel"

/** Entries of hot accounts that one transaction folds. */
const FOLDED_MAX = 5_000

/** Folds what hot accounts gained into their balances; answers how many entries there were. */
export const flushHotEntries = async (sql: SqlClient, limit = FOLDED_MAX): Promise<number> => {
  const [row] = await sql<Array<{ folded: number }>>`select wallet.fold_hot(${limit}) as folded`
  return row?.folded ?? 0
}
