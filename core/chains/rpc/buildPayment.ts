import { Effect, Result } from "effect"
import type { BuiltPayment, Coin, Hex, KeyOrigin, Payment } from "../Chain.ts"
import { chooseCoins, keyOf } from "../payment/chooseCoins.ts"
import { type CoinSource, makePsbt } from "../payment/makePsbt.ts"
import { checkOutputs } from "../payment/outputs.ts"
import { ChainUnavailable } from "../refusals.ts"
import { addressOf } from "./addressOf.ts"
import { AddressInfo, WalletTransaction } from "./answers.ts"
import { coinsAt, walletCoins } from "./coins.ts"
import { readLabel } from "./label.ts"
import { lockCoins, releaseCoins } from "./locks.ts"
import type { Node } from "./Node.ts"
import type { RpcRefused } from "./RpcClient.ts"
import { stripMweb } from "./stripMweb.ts"

/** Maximum attempts after conflicts with a concurrent payment; then the chain counts as busy. */
const TRIES_MAX = 5

/** Chooses coins for a payment and locks them (see Chain.build). */
export const buildPayment = Effect.fnUntraced(function* (node: Node, payment: Payment) {
  const { network, dialect } = node
  yield* Effect.fromResult(checkOutputs(network, payment.outputs))
  const changeKey = (yield* keysOf(node, [payment.changeScript])).get(payment.changeScript)
  if (changeKey === undefined) throw new Error("change would go to an unwatched script")

  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const must = yield* mustCoins(node, payment)
    const has = new Set(must.map(({ outpoint }) => keyOf(outpoint)))
    const others = (yield* walletCoins(node)).filter(({ outpoint }) => !has.has(keyOf(outpoint)))
    const chosen = yield* Effect.fromResult(chooseCoins(network, [...must, ...others], payment))
    const { coins, fee, change, vbytes } = chosen
    const sources = yield* sourcesOf(node, coins)
    const psbt = makePsbt(network, payment, chosen, sources, { replaceable: dialect.replacesByFee, changeKey })

    const free = coins.filter(({ outpoint }) => !has.has(keyOf(outpoint))).map(({ outpoint }) => outpoint)
    // Required coins may be locked or spent in the mempool by the payment that is replaced; no other payment uses them.
    yield* lockCoins(
      node,
      must.map(({ outpoint }) => outpoint),
    )
    const locked = yield* lockCoins(node, free)
    if (locked.length === free.length) {
      return {
        psbt,
        inputs: coins,
        fee,
        change: change === null ? null : { vout: payment.outputs.length, amount: change },
        vbytes,
      } satisfies BuiltPayment
    }
    yield* releaseCoins(node, locked)
  }
  return yield* new ChainUnavailable({ chain: network.name, reason: "busy", detail: "others took the same coins" })
})

/** The required coins, including those that a mempool transaction spends or creates. */
const mustCoins = Effect.fnUntraced(function* (node: Node, { mustSpend = [] }: Payment) {
  const confirmed = yield* coinsAt(node, mustSpend, false)
  const has = new Set(confirmed.map(({ outpoint }) => keyOf(outpoint)))
  const waiting = yield* coinsAt(
    node,
    mustSpend.filter((outpoint) => !has.has(keyOf(outpoint))),
    true,
  )
  return [...confirmed, ...waiting]
})

/** The transaction that created each coin, and the origin of its key. */
const sourcesOf = Effect.fnUntraced(function* (node: Node, coins: ReadonlyArray<Coin>) {
  const keys = yield* keysOf(
    node,
    coins.map(({ script }) => script),
  )
  const txids = [...new Set(coins.map(({ outpoint }) => outpoint.txid))]
  const made = yield* node.callAll(
    WalletTransaction,
    "gettransaction",
    txids.map((txid) => [txid, true]),
  )
  const raws = new Map<Hex, Hex>()
  for (const answer of made) {
    const { txid, hex } = yield* orAway(node, "gettransaction", answer)
    raws.set(txid, stripMweb(hex))
  }
  const sources = new Map<string, CoinSource>()
  for (const { outpoint, script } of coins) {
    const [key, raw] = [keys.get(script), raws.get(outpoint.txid)]
    if (key !== undefined && raw !== undefined) sources.set(keyOf(outpoint), { key, raw })
  }
  return sources
})

/** Key origins of watched scripts, from the wallet's labels. */
const keysOf = Effect.fnUntraced(function* (node: Node, scripts: ReadonlyArray<Hex>) {
  const distinct = [...new Set(scripts)]
  const infos = yield* node.callAll(
    AddressInfo,
    "getaddressinfo",
    distinct.map((script) => [addressOf(node.network, script)]),
  )
  const keys = new Map<Hex, KeyOrigin>()
  for (const [index, script] of distinct.entries()) {
    const info = infos[index]
    if (info === undefined) continue
    const own = readLabel(node.network, labelIn(yield* orAway(node, "getaddressinfo", info)))
    if (own?.script === script) keys.set(script, own.key)
  }
  return keys
})

/** Labels are a list of strings or of objects with a name; older nodes return a single string. */
function labelIn({ label, labels = [] }: typeof AddressInfo.Type): string | undefined {
  const [first] = labels
  if (typeof first === "string") return first
  return first !== null && typeof first === "object" && "name" in first ? String(first.name) : label
}

const orAway = <A>(node: Node, method: string, answer: Result.Result<A, RpcRefused>) =>
  Effect.fromResult(Result.mapError(answer, node.away(method)))
