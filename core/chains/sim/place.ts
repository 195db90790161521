import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Network } from "../networks.ts"
import { addBlock } from "./addBlock.ts"
import { FIRST_OUTPUT_UNITS, FIRST_OUTPUTS } from "./faucet.ts"
import { reloadSession, rowOf, type SimSession } from "./SimSession.ts"

/** The database and network of a demo chain. */
export interface SimPlace {
  readonly sql: SqlClient
  readonly network: Network
  /** Seeds the faucet's key and the blocks of a new chain; an existing chain keeps its seed. */
  readonly seed: string
}

/** Runs an operation with an exclusive lock on the chain. Creates the first block if there is none yet. */
export const holdChain = <A>(place: SimPlace, nowMs: number, work: (session: SimSession) => Promise<A>): Promise<A> =>
  begin(place.sql, "isolation level read committed", async (sql) => {
    const made = await sql`
      insert into sim.chain (network, seed, tip_height, tip_hash, made, arrived)
      values (${place.network.name}, ${place.seed}, -1, '', 0, 0) on conflict do nothing returning network`
    const session = await rowOf(place, sql, true)
    if (session === null) throw new Error("the row of a chain vanished")
    if (made.length === 0) return work(session)
    await addBlock(session, { nowMs, txids: [], amounts: Array<bigint>(FIRST_OUTPUTS).fill(FIRST_OUTPUT_UNITS) })
    return work(await reloadSession(session))
  })

/** Reads a consistent snapshot of a chain. */
export const readChain = async <A>(
  place: SimPlace,
  nowMs: number,
  work: (session: SimSession) => Promise<A>,
): Promise<A> => {
  const read = () =>
    begin(place.sql, "isolation level repeatable read read only", async (sql) => {
      const session = await rowOf(place, sql, false)
      return session === null ? null : { answer: await work(session) }
    })
  const first = await read()
  if (first !== null) return first.answer
  await holdChain(place, nowMs, async () => undefined)
  const second = await read()
  if (second === null) throw new Error("the row of a chain vanished")
  return second.answer
}

const begin = async <A>(sql: SqlClient, mode: string, work: (sql: SqlTransaction) => Promise<A>): Promise<A> => {
  const answers: Array<A> = []
  await sql.begin(mode, async (transaction) => {
    answers.push(await work(transaction))
  })
  return answers[0] as A
}
