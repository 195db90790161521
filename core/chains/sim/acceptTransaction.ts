import { Result } from "effect"
import type { Hex } from "../Chain.ts"
import { MEMPOOL_TRANSACTIONS_MAX, TRANSACTION_VBYTES_MAX } from "../limits.ts"
import type { Network } from "../networks.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { scriptTypeOf } from "../payment/outputs.ts"
import { feeFor } from "../payment/vbytes.ts"
import { BroadcastRefused } from "../refusals.ts"
import { dropTransactions } from "./dropTransactions.ts"
import { keepTransaction } from "./keepTransaction.ts"
import { readTransaction, type SimTransaction } from "./readTransaction.ts"
import type { SimSession } from "./SimSession.ts"
import { isSigned, type SpentOutput } from "./signatures.ts"
import { type Rival, rivalsOf, spentBy } from "./spentBy.ts"

/** Litecoin nodes disable it by default, and Bitcoin Cash has removed it. */
export const replacesByFee = ({ name }: Network): boolean => name === "BTC"

/**
 * Validates a transaction on its own: size, each coin spent once, payable outputs above the dust limit, no more output
 * than input, and a valid signature for every input. Returns its fee.
 */
const checkTransaction = (
  network: Network,
  { parsed, inputs, outputs, vbytes }: SimTransaction,
  spent: ReadonlyArray<SpentOutput>,
): Result.Result<bigint, BroadcastRefused> => {
  if (vbytes > TRANSACTION_VBYTES_MAX) return invalid(`${vbytes} virtual bytes`)
  if (new Set(inputs.map(keyOf)).size !== inputs.length) return invalid("a coin is spent twice")
  for (const { script, amount } of outputs) {
    const type = scriptTypeOf(script)
    const least = type === null ? undefined : network.dust[type]
    if (least === undefined) return invalid(`nobody is paid by ${script}`)
    if (amount < least) return invalid(`dust: ${amount}`)
  }
  const fee = sumOf(spent) - sumOf(outputs)
  if (fee < 0n) return invalid("more goes out than comes in")
  const unsigned = spent.findIndex((coin, index) => !isSigned(network, parsed, index, coin))
  return unsigned === -1 ? Result.succeed(fee) : invalid(`input ${unsigned} is not signed by its key`)
}

const invalid = (detail: string) => Result.fail(new BroadcastRefused({ reason: "invalid", detail }))

const sumOf = (parts: ReadonlyArray<SpentOutput>): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n)

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
