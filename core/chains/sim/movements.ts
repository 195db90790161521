import { Result } from "effect"
import type { Hex, Movement, Movements, TransactionStatus } from "../Chain.ts"
import { ReorgTooDeep } from "../refusals.ts"
import { blockAt, type SimSession, tipOf } from "./SimSession.ts"

interface Row {
  readonly txid: Hex
  readonly vout: number
  readonly script: Hex
  readonly amount: string
  readonly state: "mempool" | "block" | "gone"
  readonly isReplaceable: boolean
  readonly height: number | null
  readonly hash: Hex | null
  readonly timeMs: number | null
  readonly by: Hex | null
  readonly byHeight: number | null
}

/** Outputs to a wallet's scripts with a status that may have changed since the cursor (see Chain.movements). */
export const movementsSince = async (
  session: SimSession,
  wallet: string,
  cursor: Hex | null,
  most: number,
): Promise<Result.Result<Movements, ReorgTooDeep>> => {
  const { sql, network, tipHeight } = session
  const from = cursor === null ? { height: -1 } : await activeBlock(session, cursor)
  if (from === null) {
    const fork = await forkOf(session, cursor ?? "")
    return Result.fail(new ReorgTooDeep({ chain: network.name, cursor: cursor ?? "", fork }))
  }
  const rows = await sql<Array<Row>>`
    select o.txid, o.vout, o.script, o.amount, t.state, t.is_replaceable as "isReplaceable",
      b.height, b.hash, b.time_ms as "timeMs", r.txid as by, r.height as "byHeight"
    from sim.watch w
      join sim.output o on o.network = w.network and o.script = w.script
      join sim.transaction t on t.network = o.network and t.txid = o.txid
      left join sim.block b on b.network = t.network and b.hash = t.block_hash
      left join lateral (${rival(session)}) r on t.state = 'gone'
    where w.network = ${network.name} and w.wallet = ${wallet}
      and case t.state
        when 'mempool' then true
        when 'block' then b.height > ${from.height}
        -- The status of a dropped transaction changes once a block spends its coins.
        else t.since >= ${from.height} or r.height > ${from.height} end
    order by b.height nulls last, t.arrival, o.vout limit ${most}`
  const deep = await blockAt(session, Math.max(0, tipHeight - network.windowBlocks))
  if (deep === null) throw new Error("a chain without its first block")
  return Result.succeed({
    cursor: deep.hash,
    tip: await tipOf(session),
    movements: rows.map((row) => movementOf(session, row)),
  })
}

/** The status of one transaction. Its inputs reveal a conflict even if the chain never saw it. */
export const statusOf = async (
  session: SimSession,
  {
    txid,
    inputs,
  }: { readonly txid: Hex; readonly inputs: ReadonlyArray<{ readonly txid: Hex; readonly vout: number }> },
): Promise<TransactionStatus> => {
  const { sql, network } = session
  const [row] = await sql<Array<Row>>`
    select t.state, t.is_replaceable as "isReplaceable", b.height, b.hash, b.time_ms as "timeMs",
      r.txid as by, r.height as "byHeight"
    from sim.transaction t
      left join sim.block b on b.network = t.network and b.hash = t.block_hash
      left join lateral (${rival(session)}) r on t.state = 'gone'
    where t.network = ${network.name} and t.txid = ${txid}`
  if (row !== undefined) return status(session, row)
  const [against] = await sql<Array<{ by: Hex; byHeight: number | null }>>`
    with recursive input as (
      select * from unnest(${inputs.map((each) => each.txid)}::text[], ${inputs.map(({ vout }) => vout)}::int[]) i (txid, vout)
    ), lost as (
      select t.txid from input i
        join sim.transaction t on t.network = ${network.name} and t.txid = i.txid and t.state = 'gone'
      union
      select t.txid from lost l
        join sim.spend s on s.network = ${network.name} and s.txid = l.txid
        join sim.transaction t on t.network = s.network and t.txid = s.spent_txid and t.state = 'gone'
    ), needed as (
      select txid, vout from input
      union
      select s.spent_txid, s.spent_vout from lost l join sim.spend s on s.network = ${network.name} and s.txid = l.txid)
    select x.txid as by, b.height as "byHeight"
    from needed i
      join sim.spend s on s.network = ${network.name} and s.spent_txid = i.txid and s.spent_vout = i.vout
      join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state <> 'gone'
      left join sim.block b on b.network = x.network and b.hash = x.block_hash
    order by b.height nulls last, x.txid limit 1`
  return against === undefined ? { _tag: "Absent" } : conflicted(session, against.by, against.byHeight)
}

/** The deepest transaction that spends an input of `t`, or of a gone ancestor of `t`. */
const rival = ({ sql }: SimSession) => sql`
  with recursive lost as (
    select t.txid
    union
    select p.txid from lost l
      join sim.spend s on s.network = t.network and s.txid = l.txid
      join sim.transaction p on p.network = s.network and p.txid = s.spent_txid and p.state = 'gone')
  select x.txid, xb.height
  from lost l
    join sim.spend mine on mine.network = t.network and mine.txid = l.txid
    join sim.spend s on s.network = mine.network and s.spent_txid = mine.spent_txid and s.spent_vout = mine.spent_vout
      and s.txid <> mine.txid
    join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state <> 'gone'
    left join sim.block xb on xb.network = x.network and xb.hash = x.block_hash
  order by xb.height nulls last, x.txid limit 1`

const movementOf = (session: SimSession, row: Row): Movement => ({
  outpoint: { txid: row.txid, vout: row.vout },
  script: row.script,
  amount: BigInt(row.amount),
  status: status(session, row),
  isImmature: false,
})

const status = (
  session: SimSession,
  { state, isReplaceable, height, hash, timeMs, by, byHeight }: Row,
): TransactionStatus => {
  if (height !== null && hash !== null && timeMs !== null) {
    return { _tag: "Confirmed", block: { height, hash, timeMs }, confirmations: session.tipHeight - height + 1 }
  }
  if (state === "mempool") return { _tag: "Mempool", isReplaceable }
  return by === null ? { _tag: "Absent" } : conflicted(session, by, byHeight)
}

const conflicted = ({ tipHeight }: SimSession, by: Hex, height: number | null): TransactionStatus => ({
  _tag: "Conflicted",
  by,
  confirmations: height === null ? 0 : tipHeight - height + 1,
})

const activeBlock = async ({ sql, network }: SimSession, hash: Hex): Promise<{ readonly height: number } | null> => {
  const [block] = await sql<Array<{ height: number }>>`
    select height from sim.block where network = ${network.name} and hash = ${hash} and is_active`
  return block ?? null
}

/** The last block on the chain among the ancestors of a block that is not on it. */
const forkOf = async ({ sql, network }: SimSession, hash: Hex): Promise<{ height: number; hash: Hex } | null> => {
  const [fork] = await sql<Array<{ height: number; hash: Hex }>>`
    with recursive line as (
      select height, hash, previous, is_active from sim.block where network = ${network.name} and hash = ${hash}
      union all
      select b.height, b.hash, b.previous, b.is_active from line l
        join sim.block b on b.network = ${network.name} and b.hash = l.previous
      where not l.is_active)
    select height, hash from line where is_active`
  return fork ?? null
}
