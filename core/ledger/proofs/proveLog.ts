import type { SqlClient } from "#core/kernel"
import { PROOF_SCOPES } from "./proofScopes.ts"

/** Events per proof: their digests are held in memory. */
const EVENTS_MAX = 10_000

/**
 * Makes proofs of every scope up to the watermark of the log. Any number of processes may run it.
 * @returns the number of covered events; an event in two scopes counts twice
 */
export const proveLog = async (sql: SqlClient, limit = EVENTS_MAX): Promise<number> => {
  let all = 0
  for (const { scope } of PROOF_SCOPES)
    for (let isBehind = true; isBehind; ) {
      const [row] = await sql<
        Array<{ covered: number | null }>
      >`select wallet.prove_next(${scope}, ${limit}) as covered`
      all += row?.covered ?? 0
      isBehind = (row?.covered ?? 0) === limit
    }
  return all
}
