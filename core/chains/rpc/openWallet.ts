import { Effect } from "effect"
import { UnknownAnswer } from "./answers.ts"
import type { Dialect } from "./Dialect.ts"
import type { RpcClient } from "./RpcClient.ts"

/** Error codes for a wallet that is already loaded, of newer and older nodes. */
const ALREADY_LOADED = [-35, -4]
/** There is no wallet with that name. */
const NOT_FOUND = -18

/** Loads our watch-only wallet, or creates it without private keys. */
export const openWallet = Effect.fnUntraced(function* (rpc: RpcClient, dialect: Dialect, wallet: string) {
  const load = rpc.call(UnknownAnswer, { method: "loadwallet", params: [wallet] })
  yield* Effect.catchTag(load, "RpcRefused", (refused) => {
    if (ALREADY_LOADED.includes(refused.code)) return Effect.void
    if (refused.code !== NOT_FOUND) return Effect.fail(refused)
    return rpc.call(UnknownAnswer, { method: "createwallet", params: dialect.createWallet(wallet) })
  })
})
