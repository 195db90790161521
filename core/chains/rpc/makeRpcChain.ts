import { Effect, type Scope, Semaphore } from "effect"
import type { BlockRef, Chain } from "../Chain.ts"
import { WATCH_MAX } from "../limits.ts"
import { type Network, SCRIPT_TYPES } from "../networks.ts"
import { broadcastRaw } from "./broadcast.ts"
import { buildPayment } from "./buildPayment.ts"
import { scanCoins, unspentOf } from "./coins.ts"
import { dialects } from "./Dialect.ts"
import { estimateFee } from "./estimateFee.ts"
import { lockOnlyCoins, releaseCoins } from "./locks.ts"
import { movementsSince } from "./movements.ts"
import { blockOf, hashAt, makeNode, tipOf } from "./Node.ts"
import { makeRecent } from "./Recent.ts"
import { makeRpcClient } from "./RpcClient.ts"
import { statusOf } from "./statusesOf.ts"
import { watchScripts } from "./watchScripts.ts"

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
