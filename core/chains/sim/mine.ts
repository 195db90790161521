import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Hex } from "../Chain.ts"
import { BLOCK_TRANSACTIONS_MAX } from "../limits.ts"
import type { Network } from "../networks.ts"
import { addBlock } from "./addBlock.ts"
import { REWARD_UNITS } from "./faucet.ts"
import { reloadSession, type SimSession } from "./SimSession.ts"

export interface MempoolTransaction {
  readonly txid: Hex
  readonly fee: bigint
  readonly vbytes: number
  /** Mempool transactions that it depends on. */
  readonly parents: ReadonlyArray<Hex>
}

/**
 * Chooses the transactions of a block by fee rate, counted together with their parents, so that a child can pay for its
 * parent. Parents precede children.
 * @param waiting in order of arrival @param most maximum number of transactions @param feeRateMin minimum fee rate, in
 * minor units per 1,000 bytes
 */
export const chooseForBlock = (
  waiting: ReadonlyArray<MempoolTransaction>,
  most: number,
  feeRateMin: bigint,
): ReadonlyArray<Hex> => {
  const known = new Map(waiting.map((each) => [each.txid, each]))
  const taken = new Set<Hex>()
  const packages = waiting.map((each) => packageOf(each, known)).sort(byFeeRate)
  for (const { members, fee, vbytes } of packages) {
    if (fee * 1_000n < feeRateMin * BigInt(vbytes)) break
    const missing = members.filter(({ txid }) => !taken.has(txid))
    if (taken.size + missing.length <= most) for (const { txid } of missing) taken.add(txid)
  }
  return waiting.filter(({ txid }) => taken.has(txid)).map(({ txid }) => txid)
}

interface Package {
  readonly members: ReadonlyArray<MempoolTransaction>
  readonly fee: bigint
  readonly vbytes: number
}

const packageOf = (first: MempoolTransaction, known: ReadonlyMap<Hex, MempoolTransaction>): Package => {
  const members = new Set([first])
  // Iterating a set includes entries that are added during the iteration.
  for (const { parents } of members) {
    for (const parent of parents) {
      const found = known.get(parent)
      if (found !== undefined) members.add(found)
    }
  }
  const list = [...members]
  return {
    members: list,
    fee: list.reduce((sum, { fee }) => sum + fee, 0n),
    vbytes: list.reduce((sum, { vbytes }) => sum + vbytes, 0),
  }
}

/** Highest fee rate first; the stable sort keeps the order of arrival for ties. */
const byFeeRate = (a: Package, b: Package): number => {
  const difference = b.fee * BigInt(a.vbytes) - a.fee * BigInt(b.vbytes)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

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
