import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { addBlock } from "./addBlock.ts"
import { chooseForBlock, type MempoolTransaction } from "./chooseForBlock.ts"
import { REWARD_UNITS } from "./faucet.ts"
import { BLOCK_TRANSACTIONS_MAX } from "./limits.ts"
import { reloadSession, type SimSession } from "./SimSession.ts"

/** Mines one block of waiting transactions. @param feeRateMin minimum fee rate; null includes none */
export const mineBlock = async (session: SimSession, nowMs: number, feeRateMin: bigint | null): Promise<SimSession> => {
  const waiting = feeRateMin === null ? [] : await waitingOf(session)
  const txids = feeRateMin === null ? [] : chooseForBlock(waiting, BLOCK_TRANSACTIONS_MAX, feeRateMin)
  const taken = new Set(txids)
  const fees = waiting.reduce((sum, { txid, fee }) => (taken.has(txid) ? sum + fee : sum), 0n)
  await addBlock(session, { nowMs, txids, amounts: [REWARD_UNITS + fees] })
  return reloadSession(session)
}

/**
 * Whether the last block has the required age and a transaction waits for inclusion or for confirmations. A chain that
 * does not exist yet is never due.
 */
export const isBlockDue = async (
  { sql, network }: { readonly sql: SqlClient | SqlTransaction; readonly network: Network },
  beforeMs: number,
): Promise<boolean> => {
  const [row] = await sql<Array<{ yes: boolean }>>`
    select exists (select from sim.transaction t where t.network = c.network and t.state = 'mempool')
      or exists (
        select from sim.block b join sim.transaction t on t.network = b.network and t.block_hash = b.hash
        where b.network = c.network and b.is_active and b.height > c.tip_height - ${network.windowBlocks}::int
          and not t.is_coinbase) as yes
    from sim.chain c join sim.block tip on tip.network = c.network and tip.hash = c.tip_hash
    where c.network = ${network.name} and tip.time_ms <= ${beforeMs}`
  return row?.yes ?? false
}

const waitingOf = async ({ sql, network }: SimSession): Promise<ReadonlyArray<MempoolTransaction>> => {
  const rows = await sql<Array<{ txid: Hex; fee: string; vbytes: number; parents: Array<Hex> }>>`
    select t.txid, t.fee, t.vbytes, array(
      select distinct p.txid from sim.spend s
        join sim.transaction p on p.network = s.network and p.txid = s.spent_txid and p.state = 'mempool'
      where s.network = t.network and s.txid = t.txid) as parents
    from sim.transaction t where t.network = ${network.name} and t.state = 'mempool' order by t.arrival`
  return rows.map((row) => ({ ...row, fee: BigInt(row.fee) }))
}
