import { Effect, Exit, Schema, Scope } from "effect"
import type { SqlClient } from "#core/kernel"
import type { Litecoind } from "../../../scripts/run/litecoin.ts"
import type { Hex } from "../Chain.ts"
import { type Network, networks } from "../networks.ts"
import { unitsOf } from "../rpc/amounts.ts"
import { Hash, Scanned, UnknownAnswer } from "../rpc/answers.ts"
import { makeRpcClient } from "../rpc/RpcClient.ts"
import { makeLitecoinWorld } from "../rpc/testing/litecoinWorld.ts"
import { startLitecoind } from "../rpc/testing/startLitecoind.ts"
import { makeSimChain } from "../sim/makeSimChain.ts"
import { makeSimWorld } from "../sim/makeSimWorld.ts"
import { makeTestAccount, strangerScript } from "./testAccount.ts"

/** The other users of a chain in tests: they pay us, are paid, and mine. */
export interface Outside {
  readonly network: Network
  pay(script: Hex, amount: bigint): Promise<unknown>
  mine(blocks: number): Promise<unknown>
  /** A new script of another user, without payments. */
  payee(): Promise<Hex>
  /**
   * The confirmed amounts paid to one of their scripts, per output, from the chain itself and not through our engine.
   */
  paid(script: Hex): Promise<ReadonlyArray<bigint>>
}

const SEED = "demo"
/** In minor units; more than any fee. */
const FEE_AWAY = 100_000_000

/** On a demo chain in a database. */
export const simOutside = (sql: SqlClient, network: Network): Outside => {
  const [world, stranger] = [makeSimWorld({ sql, network, seed: SEED }), makeTestAccount(network, "somebody else")]
  const theirs = makeSimChain({ sql, network, seed: SEED }, "theirs")
  let next = 0
  return {
    network,
    pay: (script, amount) => Effect.runPromise(world.faucet({ script, amount })),
    mine: (blocks) => Effect.runPromise(world.mine(blocks)),
    payee: async () => {
      const watch = stranger.watchOf(0, next++)
      await Effect.runPromise(theirs.watch([watch]))
      return watch.script
    },
    paid: async (script) =>
      (await Effect.runPromise(theirs.unspent)).coins
        .filter((coin) => coin.script === script)
        .map(({ amount }) => amount),
  }
}

export interface LitecoinOutside extends Outside {
  /** The LTC_NODE value for the product to use this node. */
  readonly node: string
  /** Transactions in the node's mempool. */
  waiting(): Promise<ReadonlyArray<Hex>>
  /** Makes the node treat the fee of a transaction as almost zero. */
  refuse(txid: Hex): Promise<unknown>
  /** Drops all waiting transactions from the node's mempool, including this one. */
  evict(txid: Hex): Promise<unknown>
  close(): Promise<void>
}

/** On a separate litecoind in regtest mode, through its own RPC and not through our engine. */
export const litecoinOutside = async (program: Litecoind): Promise<LitecoinOutside> => {
  const [node, scope, network] = [await startLitecoind(program), Scope.makeUnsafe(), networks.LTC.regtest]
  const opening = Effect.gen(function* () {
    const rpc = yield* makeRpcClient({ chain: network.name, url: node.url })
    return { rpc, ...(yield* makeLitecoinWorld(network, rpc)) }
  })
  const { rpc, world, settled } = await Effect.runPromise(Scope.provide(opening, scope))
  const then = <A>(effect: Effect.Effect<A, unknown>) => Effect.runPromise(Effect.tap(effect, () => settled))
  let next = 0
  return {
    network,
    node: `${node.url}/${network.stage}`,
    pay: (script, amount) => then(world.pay(script, amount)),
    mine: (blocks) => then(world.mine(blocks)),
    payee: async () => strangerScript(network, `payee ${next++}`),
    paid: async (script) => {
      const call = { method: "scantxoutset", params: ["start", [`raw(${script})`]] }
      return (await Effect.runPromise(rpc.call(Scanned, call))).unspents.map(({ amount }) => unitsOf(amount) ?? 0n)
    },
    waiting: () => Effect.runPromise(rpc.call(Schema.Array(Hash), { method: "getrawmempool", params: [] })),
    refuse: (txid) =>
      Effect.runPromise(rpc.call(UnknownAnswer, { method: "prioritisetransaction", params: [txid, 0, -FEE_AWAY] })),
    evict: (txid) => then(world.evict(txid)),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await node.stop()
    },
  }
}
