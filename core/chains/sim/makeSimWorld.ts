import { Clock, Effect, Result } from "effect"
import type { BlockRef, Hex } from "../Chain.ts"
import { BLOCKS_MAX } from "../limits.ts"
import type { BroadcastRefused } from "../refusals.ts"
import { acceptTransaction } from "./acceptTransaction.ts"
import { CannotHappen } from "./CannotHappen.ts"
import { dropTransactions } from "./dropTransactions.ts"
import { bumpPayment, payFromFaucet, rivalOf } from "./faucetPayments.ts"
import { isBlockDue, mineBlock } from "./mine.ts"
import { holdChain, type SimPlace } from "./place.ts"
import { reloadSession, type SimSession, tipOf } from "./SimSession.ts"
import type { Mining, SimWorld } from "./SimWorld.ts"

/**
 * Removes the newest blocks from the chain. Their transactions return to the mempool, except mining rewards and their
 * descendants; with `isLost` all of them are gone.
 * @param depth at most the number of blocks above the first one
 */
const undoBlocks = async (session: SimSession, depth: number, isLost: boolean): Promise<SimSession> => {
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

/** The rest of the world on a demo chain (see SimWorld). */
export const makeSimWorld = (place: SimPlace): SimWorld => {
  const { network } = place
  const change = <A>(work: (session: SimSession, nowMs: number) => Promise<A>): Effect.Effect<A> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.promise(() => holdChain(place, nowMs, (session) => work(session, nowMs))),
    )
  /** A refusal rolls back the database transaction. */
  const attempt = <A, E>(
    work: (session: SimSession, nowMs: number) => Promise<Result.Result<A, E>>,
  ): Effect.Effect<A, E> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.flatMap(
        Effect.promise(() =>
          orUndone<A, E>((undo) => holdChain(place, nowMs, async (session) => undo(await work(session, nowMs)))),
        ),
        (answer) => Effect.fromResult(answer),
      ),
    )

  return {
    faucet: Effect.fn("SimWorld.faucet")(({ script, amount, feeRate = network.feeRate.fallback }) =>
      attempt((session) => payFromFaucet(session, { script, amount, feeRate })),
    ),

    mine: Effect.fn("SimWorld.mine")((blocks, mining = {}) =>
      attempt((session, nowMs) => mine(session, nowMs, blocks, mining)),
    ),

    mineDue: Effect.fn("SimWorld.mineDue")(function* (blockSeconds) {
      const nowMs = yield* Clock.currentTimeMillis
      const beforeMs = nowMs - blockSeconds * 1_000
      if (!(yield* Effect.promise(() => isBlockDue(place, beforeMs)))) return false
      return yield* change(async (session) => {
        // Another process may have mined it in the meantime.
        if (!(await isBlockDue(session, beforeMs))) return false
        await mineBlock(session, nowMs, 0n)
        return true
      })
    }),

    reorg: Effect.fn("SimWorld.reorg")((depth, isLost = false) =>
      attempt((session, nowMs) => reorg(session, nowMs, depth, isLost)),
    ),

    bump: Effect.fn("SimWorld.bump")((txid) => attempt((session) => bumpPayment(session, txid))),

    doubleSpend: Effect.fn("SimWorld.doubleSpend")((txid) =>
      attempt((session, nowMs) => doubleSpend(session, nowMs, txid)),
    ),

    evict: Effect.fn("SimWorld.evict")((txid) => change((session) => dropTransactions(session, [txid]))),

    setAway: Effect.fn("SimWorld.setAway")((isAway) =>
      change(async ({ sql }) => {
        await sql`update sim.chain set is_away = ${isAway} where network = ${network.name}`
      }),
    ),
  }
}

/** Ends a database transaction with a refusal as its result. */
const orUndone = async <A, E>(
  work: (undo: (answer: Result.Result<A, E>) => Result.Result<A, E>) => Promise<Result.Result<A, E>>,
): Promise<Result.Result<A, E>> => {
  let refusal: Result.Result<A, E> | null = null
  const undo = (answer: Result.Result<A, E>) => {
    if (Result.isSuccess(answer)) return answer
    refusal = answer
    throw new Error("refused")
  }
  try {
    return await work(undo)
  } catch (error) {
    if (refusal !== null) return refusal
    throw error
  }
}

const mine = async (
  session: SimSession,
  nowMs: number,
  blocks: number,
  { include = [], feeRateMin = 0n }: Mining,
): Promise<Result.Result<BlockRef, BroadcastRefused>> => {
  checkBlocks(blocks)
  for (const raw of include) {
    const accepted = await acceptTransaction(session, raw, true)
    if (Result.isFailure(accepted)) return Result.fail(accepted.failure)
  }
  let now = session
  for (let block = 0; block < blocks; block++) now = await mineBlock(now, nowMs, feeRateMin)
  return Result.succeed(await tipOf(now))
}

const reorg = async (
  session: SimSession,
  nowMs: number,
  depth: number,
  isLost: boolean,
): Promise<Result.Result<BlockRef, CannotHappen>> => {
  checkBlocks(depth)
  const problem = undoProblem(session, depth)
  if (problem !== null) return Result.fail(problem)
  let now = await undoBlocks(session, depth, isLost)
  for (let block = 0; block <= depth; block++) now = await mineBlock(now, nowMs, null)
  return Result.succeed(await tipOf(now))
}

const doubleSpend = async (
  session: SimSession,
  nowMs: number,
  txid: Hex,
): Promise<Result.Result<Hex, BroadcastRefused | CannotHappen>> => {
  const rival = await rivalOf(session, txid)
  if (Result.isFailure(rival)) return Result.fail(rival.failure)
  const { raw, blockHeight } = rival.success
  const depth = blockHeight === null ? 0 : session.tipHeight - blockHeight + 1
  const problem = undoProblem(session, depth)
  if (problem !== null) return Result.fail(problem)
  let now = depth === 0 ? session : await undoBlocks(session, depth, false)
  const accepted = await acceptTransaction(now, raw, true)
  if (Result.isFailure(accepted)) return accepted
  now = await mineBlock(now, nowMs, 0n)
  for (let block = 0; block < depth; block++) now = await mineBlock(now, nowMs, null)
  return accepted
}

/** Why this number of blocks cannot be undone; null if it can. The first block always stays. */
const undoProblem = ({ network, tipHeight }: SimSession, depth: number): CannotHappen | null => {
  if (network.finalityDepth !== null && depth > network.finalityDepth) return new CannotHappen({ why: "final" })
  return depth > tipHeight ? new CannotHappen({ why: "short" }) : null
}

const checkBlocks = (blocks: number): void => {
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > BLOCKS_MAX) throw new RangeError(`${blocks} blocks`)
}
