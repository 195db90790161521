import { Effect, Result } from "effect"
import type { BlockRef, Coin, Coins, Outpoint, ScanRange } from "../Chain.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { ChainUnavailable } from "../refusals.ts"
import { abandonLost } from "./abandonLost.ts"
import { unitsOf } from "./amounts.ts"
import { LockedUnspent, Scanned, TxOut, Unspent } from "./answers.ts"
import { readLabel } from "./label.ts"
import { type Node, tipOf } from "./Node.ts"

/** More confirmations than any coin has. */
const ANY_DEPTH = 9_999_999
const TRIES_MAX = 5

/** Every unspent output to watched scripts, at one block. */
export const unspentOf = (node: Node) => atOneBlock(node, () => walletCoins(node))

/** Unspent outputs to watched scripts: those that the wallet lists, and the locked ones, which it omits. */
export const walletCoins = Effect.fnUntraced(function* (node: Node) {
  yield* abandonLost(node)
  const rows = yield* node.request(Unspent, "listunspent", 0, ANY_DEPTH, [], true)
  const free = rows.flatMap(({ txid, vout, amount, confirmations, label }): ReadonlyArray<Coin> => {
    const own = readLabel(node.network, label)
    const units = unitsOf(amount)
    if (own === undefined || units === null) return []
    const outpoint = { txid, vout }
    return [{ outpoint, script: own.script, amount: units, confirmations, isImmature: false, isLocked: false }]
  })
  const locked = yield* coinsAt(node, yield* node.request(LockedUnspent, "listlockunspent"), true)
  return [...free, ...locked.map((coin) => ({ ...coin, isLocked: true }))]
})

/**
 * The coins at these outpoints, without spent and unknown ones.
 * @param mempool whether outputs spent in the mempool count as spent
 */
export const coinsAt = Effect.fnUntraced(function* (node: Node, outpoints: ReadonlyArray<Outpoint>, mempool: boolean) {
  const outs = yield* node.callAll(
    TxOut,
    "gettxout",
    outpoints.map(({ txid, vout }) => [txid, vout, mempool]),
  )
  return outpoints.flatMap((outpoint, index): ReadonlyArray<Coin> => {
    const out = Result.getOrElse(outs[index] ?? Result.succeed(null), () => null)
    const amount = out === null ? null : unitsOf(out.value)
    if (out === null || amount === null) return []
    const { confirmations, scriptPubKey } = out
    return [{ outpoint, script: scriptPubKey.hex, amount, confirmations, isImmature: false, isLocked: false }]
  })
})

/** Scans the node's own UTXO set (see Chain.scan). */
export const scanCoins = (node: Node, ranges: ReadonlyArray<ScanRange>) =>
  atOneBlock(node, (tip) => Effect.map(scanned(node, ranges), (rows) => rows.flatMap((row) => coinOf(tip, row))))

/** Scanning a UTXO set of many millions of outputs takes minutes. */
const SCAN_MS_MAX = 3_600_000
/** A scan is already running. */
const INVALID_PARAMETER = -8

const scanned = Effect.fnUntraced(function* (node: Node, ranges: ReadonlyArray<ScanRange>) {
  const form = node.network.ownScript === "p2wpkh" ? "wpkh" : "pkh"
  const objects = ranges
    .filter(({ count }) => count > 0)
    .map(({ xpub, branch, count }) => ({ desc: `${form}(${xpub}/${branch}/*)`, range: [0, count - 1] }))
  if (objects.length === 0) return []
  const scanning = node.call(Scanned, "scantxoutset", ["start", objects], { within_ms: SCAN_MS_MAX })
  const { unspents } = yield* Effect.catchTag(scanning, "RpcRefused", (refused) =>
    Effect.fail(
      refused.code === INVALID_PARAMETER
        ? new ChainUnavailable({ chain: node.network.name, reason: "busy", detail: refused.message })
        : node.away("scantxoutset")(refused),
    ),
  )
  return unspents
})

function coinOf(tip: BlockRef, row: (typeof Scanned.Type)["unspents"][number]): ReadonlyArray<Coin> {
  const { txid, vout, scriptPubKey, amount, height } = row
  const units = unitsOf(amount)
  if (units === null) return []
  const confirmations = tip.height - height + 1
  const outpoint = { txid, vout }
  return [{ outpoint, script: scriptPubKey, amount: units, confirmations, isImmature: false, isLocked: false }]
}

/** Repeats the read until no new block arrives during it. */
const atOneBlock = Effect.fnUntraced(function* <E>(
  node: Node,
  check: (tip: BlockRef) => Effect.Effect<ReadonlyArray<Coin>, E>,
) {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const tip = yield* tipOf(node)
    const coins = yield* check(tip)
    if ((yield* tipOf(node)).hash === tip.hash) return { tip, coins: coins.toSorted(byKey) } satisfies Coins
  }
  return yield* new ChainUnavailable({ chain: node.network.name, reason: "busy", detail: "blocks come too fast" })
})

const byKey = (a: Coin, b: Coin): number => (keyOf(a.outpoint) < keyOf(b.outpoint) ? -1 : 1)
