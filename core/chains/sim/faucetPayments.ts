import { Result } from "effect"
import type { Hex, Outpoint } from "../Chain.ts"
import { FAUCET_UNITS_MAX } from "../limits.ts"
import { feeFor, vbytesOf } from "../payment/vbytes.ts"
import type { BroadcastRefused } from "../refusals.ts"
import { acceptTransaction, replacesByFee } from "./acceptTransaction.ts"
import { CannotHappen } from "./CannotHappen.ts"
import { signedByFaucet } from "./faucet.ts"
import { readTransaction, type SimTransaction } from "./readTransaction.ts"
import type { SimSession } from "./SimSession.ts"
import type { SpentOutput } from "./signatures.ts"
import { spentBy } from "./spentBy.ts"

/** Pays from the faucet with the first sufficient coin, confirmed ones first. */
export const payFromFaucet = async (
  session: SimSession,
  { script, amount, feeRate }: { readonly script: Hex; readonly amount: bigint; readonly feeRate: bigint },
): Promise<Result.Result<Hex, BroadcastRefused | CannotHappen>> => {
  const { sql, network, faucet } = session
  if (amount < 1n || amount > FAUCET_UNITS_MAX) return cannot("amount")
  const fee = feeFor(vbytesOf(network, 1, [script, faucet.script]), feeRate)
  const least = amount + fee + (network.dust[network.ownScript] ?? 0n)
  const [row] = await sql<Array<Outpoint & { readonly script: Hex; readonly amount: string }>>`
    select o.txid, o.vout, o.script, o.amount
    from sim.output o join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state <> 'gone'
    where o.network = ${network.name} and o.script = ${faucet.script} and o.amount >= ${String(least)}::text::numeric
      and not exists (
        select from sim.spend s join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state <> 'gone'
        where s.network = o.network and s.spent_txid = o.txid and s.spent_vout = o.vout)
    order by t.state, t.is_coinbase desc, t.since, o.txid, o.vout limit 1`
  if (row === undefined) return cannot("empty")
  const coin = { ...row, amount: BigInt(row.amount) }
  const change = { script: faucet.script, amount: coin.amount - amount - fee }
  return acceptTransaction(session, signedByFaucet(network, faucet, [coin], [{ script, amount }, change]), false)
}

/** Replaces a waiting faucet payment by one with a little more than twice the fee, taken from the change. */
export const bumpPayment = async (
  session: SimSession,
  txid: Hex,
): Promise<Result.Result<Hex, BroadcastRefused | CannotHappen>> => {
  const { network, faucet } = session
  if (!replacesByFee(network)) return cannot("keeps")
  const payment = await faucetPaymentOf(session, txid)
  if (payment === null) return cannot("foreign")
  if (payment.state === "block") return cannot("settled")
  const { transaction, coins } = payment
  const change = transaction.outputs.findLastIndex(({ script }) => script === faucet.script)
  const fee = sumOf(coins) - sumOf(transaction.outputs)
  const more = fee + feeFor(transaction.vbytes + 1, network.feeRate.min)
  const outputs = transaction.outputs.map((output, index) =>
    index === change ? { ...output, amount: output.amount - more } : output,
  )
  return acceptTransaction(session, signedByFaucet(network, faucet, coins, outputs), false)
}

/** A signed transaction that pays the same coins back to the faucet, and the block of the original payment. */
export const rivalOf = async (
  session: SimSession,
  txid: Hex,
): Promise<Result.Result<{ readonly raw: Hex; readonly blockHeight: number | null }, CannotHappen>> => {
  const { network, faucet } = session
  const payment = await faucetPaymentOf(session, txid)
  if (payment === null) return cannot("foreign")
  const { coins, blockHeight } = payment
  const fee = feeFor(vbytesOf(network, coins.length, [faucet.script]), network.feeRate.fallback)
  const outputs = [{ script: faucet.script, amount: sumOf(coins) - fee }]
  return Result.succeed({ raw: signedByFaucet(network, faucet, coins, outputs), blockHeight })
}

interface FaucetPayment {
  readonly transaction: SimTransaction
  readonly coins: ReadonlyArray<Outpoint & SpentOutput>
  readonly state: "mempool" | "block"
  readonly blockHeight: number | null
}

const faucetPaymentOf = async (session: SimSession, txid: Hex): Promise<FaucetPayment | null> => {
  const { sql, network, faucet } = session
  const [row] = await sql<Array<{ raw: Hex; state: "mempool" | "block"; height: number | null }>>`
    select encode(t.raw, 'hex') as raw, t.state, b.height from sim.transaction t
      left join sim.block b on b.network = t.network and b.hash = t.block_hash
    where t.network = ${network.name} and t.txid = ${txid} and t.state <> 'gone' and not t.is_coinbase`
  const transaction = row === undefined ? null : readTransaction(row.raw)
  const spent = transaction === null ? null : await spentBy(session, transaction)
  if (row === undefined || transaction === null || spent === null) return null
  if (!spent.every(({ script }) => script === faucet.script)) return null
  const coins = transaction.inputs.flatMap((outpoint, index) => {
    const coin = spent[index]
    return coin === undefined ? [] : [{ ...outpoint, ...coin }]
  })
  return { transaction, coins, state: row.state, blockHeight: row.height }
}

const cannot = (why: CannotHappen["why"]) => Result.fail(new CannotHappen({ why }))

const sumOf = (parts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)
