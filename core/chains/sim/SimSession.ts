import type { SqlTransaction } from "#core/kernel"
import type { BlockRef, Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { type Faucet, faucetOf } from "./faucet.ts"

/** A demo chain within one database transaction. */
export interface SimSession {
  readonly sql: SqlTransaction
  readonly network: Network
  readonly faucet: Faucet
  readonly seed: string
  readonly tipHeight: number
  readonly tipHash: Hex
  readonly isAway: boolean
}

/** The chain after a change in the same database transaction. */
export const reloadSession = async (session: SimSession): Promise<SimSession> => {
  const now = await rowOf(session, session.sql, false)
  if (now === null) throw new Error("the row of a chain vanished")
  return now
}

/** The block at a height; null if there is none. */
export const blockAt = async ({ sql, network }: SimSession, height: number): Promise<BlockRef | null> => {
  const [block] = await sql<Array<BlockRef>>`
    select height, hash, time_ms as "timeMs" from sim.block
    where network = ${network.name} and height = ${height} and is_active`
  return block ?? null
}

/** The newest block. */
export const tipOf = async (session: SimSession): Promise<BlockRef> => {
  const tip = await blockAt(session, session.tipHeight)
  if (tip === null) throw new Error("a chain without its tip")
  return tip
}

interface Row {
  readonly seed: string
  readonly tipHeight: number
  readonly tipHash: Hex
  readonly isAway: boolean
}

/** The chain of a network, null if there is none yet; `isHeld`: locks it until the transaction ends. */
export const rowOf = async (
  { network }: Pick<SimSession, "network">,
  sql: SqlTransaction,
  isHeld: boolean,
): Promise<SimSession | null> => {
  const [row] = await sql<Array<Row>>`
    select seed, tip_height as "tipHeight", tip_hash as "tipHash", is_away as "isAway"
    from sim.chain where network = ${network.name} ${isHeld ? sql`for update` : sql``}`
  return row === undefined ? null : { sql, network, faucet: faucetOf(network, row.seed), ...row }
}
