import { Result } from "effect"
import type { BuiltPayment, Hex, KeyOrigin, Outpoint, Payment } from "../Chain.ts"
import { ANSWER_ROWS_MAX } from "../limits.ts"
import { chooseCoins, keyOf } from "../payment/chooseCoins.ts"
import { type CoinSource, makePsbt } from "../payment/makePsbt.ts"
import { checkOutputs } from "../payment/outputs.ts"
import type { Dust, FeeTooHigh, NoSuchCoin, NotEnoughCoins, UnknownScript } from "../refusals.ts"
import { replacesByFee } from "./acceptTransaction.ts"
import { coinsAt, walletCoins } from "./coins.ts"
import type { SimSession } from "./SimSession.ts"

/** Chooses coins of a wallet for a payment and locks them (see Chain.build). */
export const buildPayment = async (
  session: SimSession,
  wallet: string,
  payment: Payment,
): Promise<Result.Result<BuiltPayment, NotEnoughCoins | Dust | UnknownScript | FeeTooHigh | NoSuchCoin>> => {
  const { network } = session
  const checked = checkOutputs(network, payment.outputs)
  if (Result.isFailure(checked)) return Result.fail(checked.failure)
  const changeKey = (await keysOf(session, wallet, [payment.changeScript])).get(payment.changeScript)
  if (changeKey === undefined) throw new Error("change would go to an unwatched script")

  const must = await coinsAt(session, wallet, payment.mustSpend ?? [])
  const has = new Set(must.map(({ outpoint }) => keyOf(outpoint)))
  const others = (await walletCoins(session, wallet, ANSWER_ROWS_MAX)).filter(
    ({ outpoint }) => !has.has(keyOf(outpoint)),
  )
  const chosen = chooseCoins(network, [...must, ...others], payment)
  if (Result.isFailure(chosen)) return Result.fail(chosen.failure)

  const { coins, fee, change, vbytes } = chosen.success
  const sources = await sourcesOf(session, wallet, coins)
  const psbt = makePsbt(network, payment, chosen.success, sources, { replaceable: replacesByFee(network), changeKey })
  await lock(
    session,
    wallet,
    coins.map(({ outpoint }) => outpoint),
  )
  return Result.succeed({
    psbt,
    inputs: coins,
    fee,
    change: change === null ? null : { vout: payment.outputs.length, amount: change },
    vbytes,
  })
}

/** Locks coins; existing locks remain. */
export const lock = async (
  { sql, network }: SimSession,
  wallet: string,
  coins: ReadonlyArray<Outpoint>,
): Promise<void> => {
  await sql`
    insert into sim.locked (network, wallet, txid, vout)
    select ${network.name}, ${wallet}, txid, vout
    from unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::int[]) c (txid, vout)
    on conflict do nothing`
}

/** Unlocks the given coins, or all of a wallet. */
export const unlock = async (
  { sql, network }: SimSession,
  wallet: string,
  coins: ReadonlyArray<Outpoint> | "all",
): Promise<void> => {
  if (coins === "all") {
    await sql`delete from sim.locked where network = ${network.name} and wallet = ${wallet}`
    return
  }
  await sql`
    delete from sim.locked l
    using unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::int[]) c (txid, vout)
    where l.network = ${network.name} and l.wallet = ${wallet} and l.txid = c.txid and l.vout = c.vout`
}

const keysOf = async (
  { sql, network }: SimSession,
  wallet: string,
  scripts: ReadonlyArray<Hex>,
): Promise<ReadonlyMap<Hex, KeyOrigin>> => {
  const rows = await sql<Array<KeyOrigin & { readonly script: Hex }>>`
    select script, fingerprint, path, public_key as "publicKey" from sim.watch
    where network = ${network.name} and wallet = ${wallet} and script = any(${[...scripts]})`
  return new Map(rows.map(({ script, ...key }) => [script, key]))
}

const sourcesOf = async (
  session: SimSession,
  wallet: string,
  coins: ReadonlyArray<{ readonly outpoint: Outpoint; readonly script: Hex }>,
): Promise<ReadonlyMap<string, CoinSource>> => {
  const { sql, network } = session
  const keys = await keysOf(
    session,
    wallet,
    coins.map(({ script }) => script),
  )
  const rows = await sql<Array<{ txid: Hex; raw: Hex }>>`
    select txid, encode(raw, 'hex') as raw from sim.transaction
    where network = ${network.name} and txid = any(${coins.map(({ outpoint }) => outpoint.txid)})`
  const raws = new Map(rows.map(({ txid, raw }) => [txid, raw]))
  return new Map(
    coins.flatMap(({ outpoint, script }) => {
      const [key, raw] = [keys.get(script), raws.get(outpoint.txid)]
      return key === undefined || raw === undefined ? [] : [[keyOf(outpoint), { key, raw }] as const]
    }),
  )
}
