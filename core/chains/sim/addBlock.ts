import { createHash } from "node:crypto"
import type { Hex } from "../Chain.ts"
import { coinbaseOf } from "./faucet.ts"
import { keepTransaction } from "./keepTransaction.ts"
import { readTransaction } from "./readTransaction.ts"
import type { SimSession } from "./SimSession.ts"

/** Adds one block with these mempool transactions and the miner's reward to the tip. */
export const addBlock = async (
  { sql, network, faucet, seed }: SimSession,
  { nowMs, txids, amounts }: { nowMs: number; txids: ReadonlyArray<Hex>; amounts: ReadonlyArray<bigint> },
): Promise<Hex> => {
  const [chain] = await sql<Array<{ made: number; height: number; previous: Hex }>>`
    update sim.chain set made = made + 1, tip_height = tip_height + 1 where network = ${network.name}
    returning made, tip_height as height, tip_hash as previous`
  if (chain === undefined) throw new Error("no chain to put a block on")
  const { made, height, previous } = chain
  const coinbase = readTransaction(coinbaseOf(faucet, made, amounts))
  if (coinbase === null) throw new Error("a miner's transaction that cannot be read")
  const hash = hashOf([network.name, seed, made, height, previous, nowMs, coinbase.txid, ...txids])
  await sql`
    insert into sim.block (network, hash, height, previous, time_ms, is_active)
    values (${network.name}, ${hash}, ${height}, ${previous || null}, ${nowMs}, true)`
  await sql`update sim.chain set tip_hash = ${hash} where network = ${network.name}`
  await keepTransaction({ sql, network }, coinbase, { fee: 0n, isCoinbase: true, since: height })
  await sql`
    update sim.transaction set state = 'block', block_hash = ${hash}, since = ${height}
    where network = ${network.name} and txid = any(${[coinbase.txid, ...txids]})`
  return hash
}

const hashOf = (parts: ReadonlyArray<string | number>): Hex =>
  createHash("sha256")
    .update(`block\n${parts.join("\n")}`)
    .digest("hex")
