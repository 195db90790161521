import { Effect, Result, type Schema } from "effect"
import type { BlockRef, Hex } from "../Chain.ts"
import type { Network } from "../networks.ts"
import { ChainUnavailable } from "../refusals.ts"
import { ChainInfo, Hash, Header, UnknownAnswer } from "./answers.ts"
import { type Dialect, dialects } from "./Dialect.ts"
import type { Call, RpcClient, RpcRefused } from "./RpcClient.ts"

/** Error codes for a wallet that is already loaded, of newer and older nodes. */
const ALREADY_LOADED = [-35, -4]
/** There is no wallet with that name. */
const NOT_FOUND = -18

/** Loads our watch-only wallet, or creates it without private keys. */
const openWallet = Effect.fnUntraced(function* (rpc: RpcClient, dialect: Dialect, wallet: string) {
  const load = rpc.call(UnknownAnswer, { method: "loadwallet", params: [wallet] })
  yield* Effect.catchTag(load, "RpcRefused", (refused) => {
    if (ALREADY_LOADED.includes(refused.code)) return Effect.void
    if (refused.code !== NOT_FOUND) return Effect.fail(refused)
    return rpc.call(UnknownAnswer, { method: "createwallet", params: dialect.createWallet(wallet) })
  })
})

/** A node with our watch-only wallet. If the wallet is not loaded, it is loaded or created, and the call is retried. */
export interface Node {
  readonly network: Network
  readonly dialect: Dialect
  /** Calls a method that may be refused. */
  call<A>(
    schema: Schema.Codec<A, unknown>,
    method: string,
    params: ReadonlyArray<unknown>,
    options?: Pick<Call, "within_ms">,
  ): Effect.Effect<A, RpcRefused | ChainUnavailable>
  /** Calls a method that must not be refused. */
  request<A>(
    schema: Schema.Codec<A, unknown>,
    method: string,
    ...params: ReadonlyArray<unknown>
  ): Effect.Effect<A, ChainUnavailable>
  /** Calls a method for many parameters; the results are in the same order. */
  callAll<A>(
    schema: Schema.Codec<A, unknown>,
    method: string,
    params: ReadonlyArray<ReadonlyArray<unknown>>,
  ): Effect.Effect<ReadonlyArray<Result.Result<A, RpcRefused>>, ChainUnavailable>
  /** Interprets a refusal of a call that must not be refused. */
  away(method: string): (refused: RpcRefused) => ChainUnavailable
}

/** The wallet is not loaded, or the wallet is busy scanning its blocks (Bitcoin Core, src/rpc/protocol.h). */
const WALLET_NOT_FOUND = -18
const WALLET_ERROR = -4

const isUnloaded = ({ code }: RpcRefused): boolean => code === WALLET_NOT_FOUND

export const makeNode = (network: Network, rpc: RpcClient, wallet: string): Node => {
  const dialect = dialects[network.name]
  const away: Node["away"] = (method) => (refused) =>
    new ChainUnavailable({
      chain: network.name,
      reason: refused.code === WALLET_ERROR ? "busy" : "strange",
      detail: `${method}: ${refused.message} (${refused.code})`,
    })
  const reopen = openWallet(rpc, dialect, wallet).pipe(
    Effect.catchTag("RpcRefused", (refused) => Effect.fail(away("loadwallet")(refused))),
  )
  const call: Node["call"] = (schema, method, params, options) => {
    const calling = rpc.call(schema, { method, params, wallet, ...options })
    return Effect.catchTag(calling, "RpcRefused", (refused) =>
      isUnloaded(refused) ? Effect.andThen(reopen, calling) : Effect.fail(refused),
    )
  }
  return {
    network,
    dialect,
    away,
    call,
    request: (schema, method, ...params) =>
      Effect.catchTag(call(schema, method, params), "RpcRefused", (refused) => Effect.fail(away(method)(refused))),
    callAll: (schema, method, params) => {
      const calling = rpc.callAll(schema, { method, wallet }, params)
      return Effect.flatMap(calling, (answers) =>
        answers.some((answer) => Result.isFailure(answer) && isUnloaded(answer.failure))
          ? Effect.andThen(reopen, calling)
          : Effect.succeed(answers),
      )
    },
  }
}

/** Number of headers that a node may have beyond its blocks: new ones arrive while it responds. */
const BEHIND_MAX = 2
const CHAIN_NAMES = { main: "main", regtest: "regtest", demo: undefined } as const

/** The newest block of a node that is synced and on the expected network. */
export const tipOf = Effect.fnUntraced(function* (node: Node) {
  const { network } = node
  const info = yield* node.request(ChainInfo, "getblockchaininfo")
  const away = (reason: ChainUnavailable["reason"], detail: string) =>
    new ChainUnavailable({ chain: network.name, reason, detail })
  if (info.chain !== CHAIN_NAMES[network.stage]) {
    return yield* away("strange", `the node is on ${info.chain}, not on ${network.stage}`)
  }
  if (info.initialblockdownload || info.headers - info.blocks > BEHIND_MAX) {
    return yield* away("syncing", `block ${info.blocks} of ${info.headers}`)
  }
  return yield* blockOf(node, info.bestblockhash)
})

/** A block by its hash, which the node has just returned. */
export const blockOf = Effect.fnUntraced(function* (node: Node, hash: Hex) {
  const { height, time } = yield* node.request(Header, "getblockheader", hash)
  return { height, hash, timeMs: time * 1_000 } satisfies BlockRef
})

/** The hash of the chain's block at a height. */
export const hashAt = (node: Node, height: number) => node.request(Hash, "getblockhash", height)
