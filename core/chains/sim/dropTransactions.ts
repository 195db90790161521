import type { Hex } from "../Chain.ts"
import type { SimSession } from "./SimSession.ts"

/**
 * Drops transactions and their descendants from the mempool; they stay `gone` until they are broadcast again. Returns
 * the number dropped.
 */
export const dropTransactions = async ({ sql, network }: SimSession, txids: ReadonlyArray<Hex>): Promise<number> => {
  if (txids.length === 0) return 0
  const { count } = await sql`
    with recursive family as (
      select t.txid from sim.transaction t
      where t.network = ${network.name} and t.txid = any(${[...txids]}) and t.state = 'mempool'
      union
      select t.txid from family f
        join sim.spend s on s.network = ${network.name} and s.spent_txid = f.txid
        join sim.transaction t on t.network = s.network and t.txid = s.txid and t.state = 'mempool')
    update sim.transaction t set state = 'gone', since = c.tip_height
    from family f, sim.chain c
    where c.network = ${network.name} and t.network = c.network and t.txid = f.txid`
  return count
}
