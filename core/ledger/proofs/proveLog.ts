import type { SqlClient } from "#core/kernel"

/** Events that one proof covers at most: their digests are held in memory. */
const EVENTS_MAX = 10_000

/**
 * Makes proofs up to the end of the log as it is settled. For the worker's timer, in any number of processes.
 * @returns how many events they cover
 */
export const proveLog = async (sql: SqlClient, limit = EVENTS_MAX): Promise<number> => {
  for (let all = 0; ; ) {
    const [row] = await sql<Array<{ covered: number | null }>>`select wallet.prove_next(${limit}) as covered`
    all += row?.covered ?? 0
    if ((row?.covered ?? 0) < limit) return all
  }
}
