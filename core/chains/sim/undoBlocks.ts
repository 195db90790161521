import { dropTransactions } from "./dropTransactions.ts"
import { reloadSession, type SimSession } from "./SimSession.ts"

/**
 * Removes the newest blocks from the chain. Their transactions return to the mempool, except mining rewards and their
 * descendants; with `isLost` all of them are gone.
 * @param depth at most the number of blocks above the first one
 */
export const undoBlocks = async (session: SimSession, depth: number, isLost: boolean): Promise<SimSession> => {
  const { sql, network, tipHeight } = session
  const left = tipHeight - depth
  const undone = await sql<Array<{ txid: string; isCoinbase: boolean }>>`
    update sim.transaction t set state = 'mempool', block_hash = null, since = ${left}
    from sim.block b
    where b.network = ${network.name} and b.is_active and b.height > ${left}
      and t.network = b.network and t.block_hash = b.hash
    returning t.txid, t.is_coinbase as "isCoinbase"`
  await sql`
    update sim.block set is_active = false where network = ${network.name} and is_active and height > ${left}`
  await sql`
    update sim.chain c set tip_height = b.height, tip_hash = b.hash from sim.block b
    where c.network = ${network.name} and b.network = c.network and b.is_active and b.height = ${left}`
  const now = await reloadSession(session)
  const lost = undone.filter(({ isCoinbase }) => isCoinbase || isLost)
  await dropTransactions(
    now,
    lost.map(({ txid }) => txid),
  )
  return now
}
