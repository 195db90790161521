import type { Coin, Coins, Hex, Outpoint } from "../Chain.ts"
import { type SimSession, tipOf } from "./SimSession.ts"

interface Row {
  readonly txid: Hex
  readonly vout: number
  readonly script: Hex
  readonly amount: string
  readonly height: number | null
  readonly isLocked: boolean
}

/** Unspent outputs to a wallet's scripts, ordered by id. @param most maximum number of rows */
export const walletCoins = async (session: SimSession, wallet: string, most: number): Promise<ReadonlyArray<Coin>> => {
  const { sql, network } = session
  const rows = await sql<Array<Row>>`
    select o.txid, o.vout, o.script, o.amount, b.height, l.txid is not null as "isLocked"
    from sim.watch w
      join sim.output o on o.network = w.network and o.script = w.script
      join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state <> 'gone'
      left join sim.block b on b.network = t.network and b.hash = t.block_hash
      left join sim.locked l on l.network = o.network and l.wallet = w.wallet and l.txid = o.txid and l.vout = o.vout
    where w.network = ${network.name} and w.wallet = ${wallet} and ${unspent(session)}
    order by o.txid, o.vout limit ${most}`
  return rows.map((row) => coinOf(session, row))
}

/** A wallet's outputs at these outpoints, including those that a mempool transaction spends. */
export const coinsAt = async (
  session: SimSession,
  wallet: string,
  outpoints: ReadonlyArray<Outpoint>,
): Promise<ReadonlyArray<Coin>> => {
  const { sql, network } = session
  const rows = await sql<Array<Row>>`
    select o.txid, o.vout, o.script, o.amount, b.height, false as "isLocked"
    from unnest(${outpoints.map(({ txid }) => txid)}::text[], ${outpoints.map(({ vout }) => vout)}::int[]) i (txid, vout)
      join sim.output o on o.network = ${network.name} and o.txid = i.txid and o.vout = i.vout
      join sim.watch w on w.network = o.network and w.wallet = ${wallet} and w.script = o.script
      join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state <> 'gone'
      left join sim.block b on b.network = t.network and b.hash = t.block_hash
    where not exists (
      select from sim.spend s join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state = 'block'
      where s.network = o.network and s.spent_txid = o.txid and s.spent_vout = o.vout)
    order by o.txid, o.vout`
  return rows.map((row) => coinOf(session, row))
}

/** Confirmed unspent outputs to any of these scripts, watched or not. */
export const scriptCoins = async (session: SimSession, scripts: ReadonlyArray<Hex>, most: number): Promise<Coins> => {
  const { sql, network } = session
  const rows = await sql<Array<Row>>`
    select o.txid, o.vout, o.script, o.amount, b.height, false as "isLocked"
    from sim.output o
      join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state = 'block'
      join sim.block b on b.network = t.network and b.hash = t.block_hash
    where o.network = ${network.name} and o.script = any(${[...scripts]}) and not exists (
      select from sim.spend s join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state = 'block'
      where s.network = o.network and s.spent_txid = o.txid and s.spent_vout = o.vout)
    order by o.txid, o.vout limit ${most}`
  return { tip: await tipOf(session), coins: rows.map((row) => coinOf(session, row)) }
}

const unspent = ({ sql }: SimSession) => sql`not exists (
  select from sim.spend s join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state <> 'gone'
  where s.network = o.network and s.spent_txid = o.txid and s.spent_vout = o.vout)`

const coinOf = ({ tipHeight }: SimSession, { txid, vout, script, amount, height, isLocked }: Row): Coin => ({
  outpoint: { txid, vout },
  script,
  amount: BigInt(amount),
  confirmations: height === null ? 0 : tipHeight - height + 1,
  isImmature: false,
  isLocked,
})
