import type { SimTransaction } from "./readTransaction.ts"
import type { SimSession } from "./SimSession.ts"

/** Stores a valid transaction in the mempool, also one that was dropped before. */
export const keepTransaction = async (
  { sql, network }: Pick<SimSession, "sql" | "network">,
  { txid, raw, vbytes, isReplaceable, inputs, outputs }: SimTransaction,
  { fee, isCoinbase, since }: { readonly fee: bigint; readonly isCoinbase: boolean; readonly since: number },
): Promise<void> => {
  const name = network.name
  await sql`
    with chain as (update sim.chain set arrived = arrived + 1 where network = ${name} returning arrived)
    insert into sim.transaction (network, txid, raw, fee, vbytes, is_coinbase, is_replaceable, state, since, arrival)
    select ${name}, ${txid}, decode(${raw}, 'hex'), ${String(fee)}::text::numeric, ${vbytes}, ${isCoinbase},
      ${isReplaceable}, 'mempool', ${since}, arrived from chain
    on conflict (network, txid) do update
      set raw = excluded.raw, vbytes = excluded.vbytes, state = 'mempool', block_hash = null, since = excluded.since,
        arrival = excluded.arrival`
  await sql`
    insert into sim.output (network, txid, vout, script, amount)
    select ${name}, ${txid}, n - 1, script, amount::numeric
    from unnest(${outputs.map(({ script }) => script)}::text[], ${outputs.map(({ amount }) => String(amount))}::text[])
      with ordinality as o (script, amount, n)
    on conflict do nothing`
  if (isCoinbase) return
  await sql`
    insert into sim.spend (network, txid, input, spent_txid, spent_vout)
    select ${name}, ${txid}, n - 1, spent, vout
    from unnest(${inputs.map((each) => each.txid)}::text[], ${inputs.map(({ vout }) => vout)}::int[])
      with ordinality as i (spent, vout, n)
    on conflict do nothing`
}
