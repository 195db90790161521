import { Effect, Schema, type Scope, Semaphore } from "effect"
import type { BlockRef, Chain, FeeEstimate, Hex } from "../Chain.ts"
import { WATCH_MAX } from "../limits.ts"
import { type Network, SCRIPT_TYPES } from "../networks.ts"
import { BroadcastRefused } from "../refusals.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { Coins, unitsOf } from "./amounts.ts"
import { SmartFee, UnknownAnswer } from "./answers.ts"
import { buildPayment } from "./buildPayment.ts"
import { scanCoins, unspentOf } from "./coins.ts"
import { dialects } from "./Dialect.ts"
import { findSpent } from "./findConflict.ts"
import { lockOnlyCoins, releaseCoins } from "./locks.ts"
import { movementsSince } from "./movements.ts"
import { blockOf, hashAt, makeNode, type Node, tipOf } from "./Node.ts"
import { makeRecent } from "./Recent.ts"
import { makeRpcClient, type RpcRefused } from "./RpcClient.ts"
import { statusOf } from "./statusesOf.ts"
import { walletTransaction } from "./walletTransactions.ts"
import { watchScripts } from "./watchScripts.ts"

/** Both response formats of nodes: an amount, or an object that contains one. */
const Estimate = Schema.Union([Coins, SmartFee])

/** Estimates a fee rate within the limits of the network; returns its fallback if the node has too little data. */
const estimateFee = Effect.fnUntraced(function* (node: Node, blocks: number) {
  const { min, fallback, max } = node.network.feeRate
  const { method, params } = node.dialect.estimate(blocks)
  const answer = yield* node.request(Estimate, method, ...params)
  const said = typeof answer === "object" ? answer.feerate : answer
  const units = said === undefined ? null : unitsOf(said)
  if (units === null || units <= 0n) return { feeRate: fallback, isFallback: true } satisfies FeeEstimate
  return { feeRate: within(units, min, max), isFallback: false } satisfies FeeEstimate
})

const within = (units: bigint, min: bigint, max: bigint): bigint => {
  if (units < min) return min
  return units > max ? max : units
}

/** Already in a block (Bitcoin Core, src/rpc/protocol.h, RPC_VERIFY_ALREADY_IN_CHAIN). */
const ALREADY_IN_CHAIN = -27
/** Messages of nodes for a transaction that they already have (src/validation.cpp). */
const ALREADY_KNOWN = /txn-already-(in-mempool|known)|already in (block chain|mempool|utxo set)/i
/** Messages for a fee that is too low: for relay, for a replacement, or for a full mempool. */
const TOO_CHEAP = /min relay fee|insufficient fee|mempool (min fee|full)|fee not met|too-low-fee/i
const MISSING = /missing-?inputs|inputs-missingorspent/i
const CONFLICT = /txn-mempool-conflict|bip125-replacement-disallowed|txn-double-spend/i

/** Broadcasts a signed transaction (see Chain.broadcast). */
const broadcastRaw = Effect.fnUntraced(function* (node: Node, raw: Hex) {
  const transaction = readTransaction(raw)
  if (transaction === null) return yield* new BroadcastRefused({ reason: "invalid", detail: "no transaction" })
  const sending = node.call(UnknownAnswer, "sendrawtransaction", [raw])
  yield* Effect.catchTag(sending, "RpcRefused", (refused) => settle(node, transaction, refused))
  return transaction.txid
})

type Sent = NonNullable<ReturnType<typeof readTransaction>>

const settle = Effect.fnUntraced(function* (node: Node, { txid, inputs }: Sent, { code, message }: RpcRefused) {
  const refused = (reason: BroadcastRefused["reason"]) =>
    new BroadcastRefused({ reason, detail: `${message} (${code})` })
  if (code === ALREADY_IN_CHAIN || ALREADY_KNOWN.test(message)) return
  if (CONFLICT.test(message)) return yield* refused("conflict")
  if (TOO_CHEAP.test(message)) return yield* refused("fee")
  if (!MISSING.test(message)) return yield* refused("invalid")
  // A node forgets a confirmed transaction once all of its outputs are spent; the wallet does not.
  const known = yield* walletTransaction(node, txid)
  if (known !== undefined && known.confirmations > 0) return
  const spent = yield* findSpent(node, inputs)
  const parents = yield* Effect.forEach(spent, (input) => walletTransaction(node, input.txid))
  return yield* refused(
    parents.every((parent) => parent !== undefined && parent.confirmations >= 0) ? "conflict" : "missing",
  )
})

/** Default name of our watch-only wallet in the node. */
const WALLET = "quire"

export interface RpcChainOptions {
  readonly network: Network
  /** URL of the node with user name and password: http://user:password@127.0.0.1:9332. */
  readonly url: string
  readonly wallet?: string
}

/**
 * A chain engine for a node: bitcoind, litecoind or Bitcoin Cash Node. The node's wallet holds no private key; it
 * watches our scripts and stores the key origins as labels. All state of this process can be reloaded, so several
 * processes may use one node.
 */
export const makeRpcChain = Effect.fnUntraced(function* ({
  network,
  url,
  wallet = WALLET,
}: RpcChainOptions): Effect.fn.Return<Chain, never, Scope.Scope> {
  const rpc = yield* makeRpcClient({ chain: network.name, url })
  const node = makeNode(network, rpc, wallet)
  const recent = makeRecent()
  const { replacesByFee } = dialects[network.name]
  // Two concurrent payments would choose the same coins, and one would have to choose again.
  const building = yield* Semaphore.make(1)

  return {
    network,
    capabilities: {
      isDemo: false,
      replacesByFee,
      payableScripts: SCRIPT_TYPES.filter((type) => network.dust[type] !== undefined),
    },
    tip: tipOf(node),
    blockAt: Effect.fn("RpcChain.blockAt")(function* (height) {
      const tip: BlockRef = yield* tipOf(node)
      return height > tip.height || height < 0 ? null : yield* blockOf(node, yield* hashAt(node, height))
    }),
    watch: Effect.fn("RpcChain.watch")((scripts) => {
      if (scripts.length > WATCH_MAX) throw new RangeError(`${scripts.length} scripts to watch at once`)
      return watchScripts(node, scripts)
    }),
    movements: Effect.fn("RpcChain.movements")((cursor) => movementsSince(node, recent, cursor)),
    feeRate: Effect.fn("RpcChain.feeRate")((blocks) => estimateFee(node, blocks)),
    build: Effect.fn("RpcChain.build")((payment) => building.withPermits(1)(buildPayment(node, payment))),
    release: Effect.fn("RpcChain.release")((inputs) => releaseCoins(node, inputs)),
    lockOnly: Effect.fn("RpcChain.lockOnly")((inputs) => building.withPermits(1)(lockOnlyCoins(node, inputs))),
    broadcast: Effect.fn("RpcChain.broadcast")((raw) => broadcastRaw(node, raw)),
    statusOf: Effect.fn("RpcChain.statusOf")((transaction) =>
      Effect.flatMap(tipOf(node), (tip) => statusOf(node, tip, transaction)),
    ),
    unspent: unspentOf(node),
    scan: Effect.fn("RpcChain.scan")((ranges) => scanCoins(node, ranges)),
  }
})
