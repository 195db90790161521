import { Effect, Schema } from "effect"
import { unitsText } from "../../../ledger/money/units.ts"
import type { Hex } from "../../Chain.ts"
import type { Network } from "../../networks.ts"
import type { World } from "../../testing/conformance/ChainKit.ts"
import { strangerScript } from "../../testing/testAccount.ts"
import { addressOf } from "../addressOf.ts"
import { Hash, UnknownAnswer, WalletTransaction } from "../answers.ts"
import type { RpcClient } from "../RpcClient.ts"

/** The wallet of all other users: it mines, and pays us. */
const WALLET = "world"
/** Blocks until the first reward is spendable, and some more rewards. */
const FIRST_BLOCKS = 110
const DIGITS = 8
/** Longer than a transaction stays in a mempool (-mempoolexpiry: 336 hours). */
const EXPIRY_S = 340 * 3_600

/** Miners and other users on a separate node, with rewards to pay from. */
export const makeLitecoinWorld = Effect.fnUntraced(function* (network: Network, rpc: RpcClient) {
  const chain = <A>(schema: Schema.Codec<A, unknown>, method: string, ...params: ReadonlyArray<unknown>) =>
    rpc.call(schema, { method, params })
  const wallet = <A>(schema: Schema.Codec<A, unknown>, method: string, ...params: ReadonlyArray<unknown>) =>
    rpc.call(schema, { method, params, wallet: WALLET })

  yield* chain(UnknownAnswer, "createwallet", WALLET)
  const miner = yield* wallet(Schema.String, "getnewaddress")
  yield* chain(UnknownAnswer, "generatetoaddress", FIRST_BLOCKS, miner)

  let blocks = 0
  // A new address each time: within a second, the same address would produce the undone block again.
  const generate = (transactions: ReadonlyArray<Hex>) =>
    Effect.suspend(() => {
      const nobody = addressOf(network, strangerScript(network, `miner ${blocks++}`))
      return chain(UnknownAnswer, "generateblock", nobody, transactions)
    })
  const empty = (blocks: number) => Effect.forEach(Array.from({ length: blocks }), () => generate([]))

  /** Pays the same coins to the miner, minus a fee. */
  const rivalOf = Effect.fnUntraced(function* (txid: Hex) {
    const { hex } = yield* wallet(WalletTransaction, "gettransaction", txid)
    const { vin, vout } = yield* chain(Decoded, "decoderawtransaction", hex)
    const units = vout.reduce((sum, { value }) => sum + BigInt(value.replace(".", "")), 0n)
    const raw = yield* chain(Schema.String, "createrawtransaction", vin, [
      { [miner]: unitsText(units - 100_000n, DIGITS) },
    ])
    const signed = yield* wallet(Schema.Struct({ hex: Schema.String }), "signrawtransactionwithwallet", raw)
    return { raw: signed.hex, txid: (yield* chain(Decoded, "decoderawtransaction", signed.hex)).txid }
  })

  const world: World = {
    pay: (script, amount) => wallet(Hash, "sendtoaddress", addressOf(network, script), unitsText(amount, DIGITS)),
    mine: Effect.fnUntraced(function* (blocks, include = []) {
      if (include.length > 0) yield* generate(include)
      yield* chain(UnknownAnswer, "generatetoaddress", blocks - (include.length > 0 ? 1 : 0), miner)
    }),
    reorg: Effect.fnUntraced(function* (depth) {
      const height = yield* chain(Schema.Int, "getblockcount")
      yield* chain(UnknownAnswer, "invalidateblock", yield* chain(Hash, "getblockhash", height - depth + 1))
      yield* empty(depth + 1)
    }),
    bump: () => Effect.die(new Error("litecoind replaces nothing")),
    doubleSpend: Effect.fnUntraced(function* (txid) {
      const { confirmations } = yield* wallet(WalletTransaction, "gettransaction", txid)
      if (confirmations > 0) {
        const height = yield* chain(Schema.Int, "getblockcount")
        yield* chain(UnknownAnswer, "invalidateblock", yield* chain(Hash, "getblockhash", height - confirmations + 1))
      }
      // Sign only now: a node signs only coins that it finds unspent.
      const rival = yield* rivalOf(txid)
      yield* generate([rival.raw])
      yield* empty(confirmations)
      return rival.txid
    }),
    // A mempool checks for expired transactions when a new one arrives. Only the node's clock is changed.
    evict: Effect.fnUntraced(function* (txid) {
      yield* chain(UnknownAnswer, "setmocktime", Math.floor(Date.now() / 1_000) + EXPIRY_S)
      yield* wallet(Hash, "sendtoaddress", miner, "1")
      yield* chain(UnknownAnswer, "setmocktime", 0)
      const left = yield* chain(Schema.Array(Hash), "getrawmempool")
      if (left.includes(txid)) return yield* Effect.die(new Error("the mempool keeps it"))
    }),
  }
  return { world, settled: Effect.asVoid(chain(UnknownAnswer, "syncwithvalidationinterfacequeue")) }
})

const Decoded = Schema.Struct({
  txid: Hash,
  vin: Schema.Array(Schema.Struct({ txid: Hash, vout: Schema.Int })),
  vout: Schema.Array(Schema.Struct({ value: Schema.String })),
})
