import { Effect, Result } from "effect"
import type { Hex, Outpoint } from "../Chain.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { MempoolEntry, WalletTransaction } from "./answers.ts"
import type { Node } from "./Node.ts"
import { stripMweb } from "./stripMweb.ts"

/** Bitcoin Core, src/rpc/protocol.h, RPC_INVALID_ADDRESS_OR_KEY. */
const NOT_IN_WALLET = -5

/** A wallet transaction; undefined if the wallet has none with that id. */
export const walletTransaction = Effect.fnUntraced(function* (node: Node, txid: Hex) {
  return yield* node
    .call(WalletTransaction, "gettransaction", [txid, true])
    .pipe(
      Effect.catchTag("RpcRefused", (refused) =>
        refused.code === NOT_IN_WALLET ? Effect.undefined : Effect.fail(node.away("gettransaction")(refused)),
      ),
    )
})

/** Those of these transactions that the wallet has. */
export const walletTransactions = Effect.fnUntraced(function* (node: Node, txids: ReadonlyArray<Hex>) {
  const found = yield* node.callAll(
    WalletTransaction,
    "gettransaction",
    txids.map((txid) => [txid, true]),
  )
  return found.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
})

/** The coins that a wallet transaction spends. */
export const inputsOf = ({ hex }: Pick<WalletTransaction, "hex">): ReadonlyArray<Outpoint> =>
  readTransaction(stripMweb(hex))?.inputs ?? []

/** Those of these transactions that are in the mempool. */
export const mempoolOf = Effect.fnUntraced(function* (node: Node, txids: ReadonlyArray<Hex>) {
  const entries = yield* node.callAll(
    MempoolEntry,
    "getmempoolentry",
    txids.map((txid) => [txid]),
  )
  return new Map(
    txids.flatMap((txid, index) => {
      const entry = entries[index]
      return entry && Result.isSuccess(entry) ? [[txid, entry.success] as const] : []
    }),
  )
})
