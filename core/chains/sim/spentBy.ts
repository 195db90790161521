import type { Hex } from "../Chain.ts"
import type { SimTransaction } from "./readTransaction.ts"
import type { SimSession } from "./SimSession.ts"
import type { SpentOutput } from "./signatures.ts"

/** The coins that a transaction spends, in the order of its inputs; null if one does not exist. */
export const spentBy = async (
  { sql, network }: SimSession,
  { inputs }: Pick<SimTransaction, "inputs">,
): Promise<ReadonlyArray<SpentOutput> | null> => {
  const found = await sql<Array<{ script: Hex; amount: string }>>`
    select o.script, o.amount
    from unnest(${inputs.map(({ txid }) => txid)}::text[], ${inputs.map(({ vout }) => vout)}::bigint[])
        with ordinality as i (txid, vout, n)
      join sim.output o on o.network = ${network.name} and o.txid = i.txid and o.vout = i.vout
      join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state <> 'gone'
    order by i.n`
  if (found.length !== inputs.length) return null
  return found.map(({ script, amount }) => ({ script, amount: BigInt(amount) }))
}

/** Another transaction that spends a coin of this one. */
export interface Rival {
  readonly txid: Hex
  readonly state: "mempool" | "block"
  readonly fee: bigint
  readonly vbytes: number
  readonly isReplaceable: boolean
  /** The total fee of it and its descendants. */
  readonly familyFee: bigint
}

export const rivalsOf = async (
  { sql, network }: SimSession,
  { txid, inputs }: Pick<SimTransaction, "txid" | "inputs">,
): Promise<ReadonlyArray<Rival>> => {
  const rows = await sql<
    Array<Omit<Rival, "fee" | "familyFee"> & { readonly fee: string; readonly familyFee: string }>
  >`
    with rival as (
      select distinct t.txid, t.state, t.fee, t.vbytes, t.is_replaceable as "isReplaceable"
      from unnest(${inputs.map((each) => each.txid)}::text[], ${inputs.map(({ vout }) => vout)}::bigint[]) i (txid, vout)
        join sim.spend s on s.network = ${network.name} and s.spent_txid = i.txid and s.spent_vout = i.vout
        join sim.transaction t on t.network = s.network and t.txid = s.txid and t.state <> 'gone'
      where t.txid <> ${txid})
    select r.*, (
      with recursive family as (
        select r.txid union
        select t.txid from family f
          join sim.spend s on s.network = ${network.name} and s.spent_txid = f.txid
          join sim.transaction t on t.network = s.network and t.txid = s.txid and t.state = 'mempool')
      select sum(t.fee) from family f join sim.transaction t on t.network = ${network.name} and t.txid = f.txid
    ) as "familyFee"
    from rival r order by r.txid`
  return rows.map((row) => ({ ...row, fee: BigInt(row.fee), familyFee: BigInt(row.familyFee) }))
}
