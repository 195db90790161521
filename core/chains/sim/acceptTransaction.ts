import { Result } from "effect"
import type { Hex } from "../Chain.ts"
import { feeFor } from "../payment/vbytes.ts"
import { BroadcastRefused } from "../refusals.ts"
import { checkTransaction } from "./checkTransaction.ts"
import { dropTransactions } from "./dropTransactions.ts"
import { keepTransaction } from "./keepTransaction.ts"
import { MEMPOOL_TRANSACTIONS_MAX } from "./limits.ts"
import { readTransaction } from "./readTransaction.ts"
import { replacesByFee } from "./replacesByFee.ts"
import type { SimSession } from "./SimSession.ts"
import { type Rival, rivalsOf, spentBy } from "./spentBy.ts"

/**
 * Accepts a signed transaction into the mempool, or refuses it with a reason; known ones succeed.
 * @param isForBlock a miner includes it, so its fee and conflicts in the mempool are ignored
 */
export const acceptTransaction = async (
  session: SimSession,
  raw: Hex,
  isForBlock: boolean,
): Promise<Result.Result<Hex, BroadcastRefused>> => {
  const transaction = readTransaction(raw)
  if (transaction === null) return refused("invalid", "these bytes are no transaction")
  const { txid, vbytes } = transaction
  const [known] = await session.sql<Array<{ state: string }>>`
    select state from sim.transaction where network = ${session.network.name} and txid = ${txid}`
  if (known !== undefined && known.state !== "gone") return Result.succeed(txid)

  const spent = await spentBy(session, transaction)
  if (spent === null) return refused("missing", "an input was never there")
  const rivals = await rivalsOf(session, transaction)
  if (rivals.some(({ state }) => state === "block")) return refused("conflict", "an input is spent in a block")
  const checked = checkTransaction(session.network, transaction, spent)
  if (Result.isFailure(checked)) return Result.fail(checked.failure)
  const fee = checked.success
  if (!isForBlock) {
    const { min } = session.network.feeRate
    if (fee < feeFor(vbytes, min)) return refused("fee", `${fee} for ${vbytes} virtual bytes`)
    const problem = await mempoolProblem(session, { fee, vbytes }, rivals)
    if (problem !== null) return Result.fail(problem)
  }
  await dropTransactions(
    session,
    rivals.map((rival) => rival.txid),
  )
  await keepTransaction(session, transaction, { fee, isCoinbase: false, since: session.tipHeight })
  return Result.succeed(txid)
}

/** Why waiting transactions prevent this one: a conflict on an input, or a full mempool. */
const mempoolProblem = async (
  { sql, network }: SimSession,
  { fee, vbytes }: { readonly fee: bigint; readonly vbytes: number },
  rivals: ReadonlyArray<Rival>,
): Promise<BroadcastRefused | null> => {
  if (rivals.some(({ isReplaceable }) => !(replacesByFee(network) && isReplaceable))) {
    return new BroadcastRefused({ reason: "conflict", detail: "an input is spent in the mempool" })
  }
  // BIP125: the fee must exceed that of all replaced transactions plus its own relay fee, and its rate that of its
  // conflicts.
  const least = rivals.reduce((sum, rival) => sum + rival.familyFee, 0n) + feeFor(vbytes, network.feeRate.min)
  const isBetter = rivals.every((rival) => fee * BigInt(rival.vbytes) > rival.fee * BigInt(vbytes))
  if (rivals.length > 0 && (fee < least || !isBetter)) {
    return new BroadcastRefused({ reason: "fee", detail: `${fee} does not replace what pays ${least}` })
  }
  const [pool] = await sql<Array<{ count: number }>>`
    select count(*)::int as count from sim.transaction where network = ${network.name} and state = 'mempool'`
  return (pool?.count ?? 0) >= MEMPOOL_TRANSACTIONS_MAX
    ? new BroadcastRefused({ reason: "fee", detail: "the mempool is full" })
    : null
}

const refused = (reason: BroadcastRefused["reason"], detail: string) =>
  Result.fail(new BroadcastRefused({ reason, detail }))
