import type { SqlClient } from "#core/kernel"

/** Events per proof: their digests are held in memory. */
const EVENTS_MAX = 10_000

/**
 * Makes proofs up to the watermark of the log. Any number of processes may run it.
 * @returns the number of covered events
 */
export const proveLog = async (sql: SqlClient, limit = EVENTS_MAX): Promise<number> => {
  for (let all = 0; ; ) {
    const [row] = await sql<Array<{ covered: number | null }>>`select wallet.prove_next(${limit}) as covered`
    all += row?.covered ?? 0
    if ((row?.covered ?? 0) < limit) return all
  }
}
