import { Effect } from "effect"
import { Hash, SinceBlock, UnknownAnswer } from "./answers.ts"
import type { Node } from "./Node.ts"
import { mempoolOf } from "./walletTransactions.ts"

/**
 * Makes the wallet abandon our payments that are in no block and were dropped by the mempool. Until then, it counts
 * their coins as spent, and neither lists nor locks them. This affects only the wallet: the payment may be broadcast
 * again, and the wallet then counts it again.
 */
export const abandonLost = Effect.fnUntraced(function* (node: Node) {
  const tip = yield* node.request(Hash, "getbestblockhash")
  const { transactions } = yield* node.request(SinceBlock, "listsinceblock", tip, 1, true)
  const waiting = transactions.filter(
    ({ category, confirmations, abandoned = false }) => category === "send" && confirmations === 0 && !abandoned,
  )
  const txids = [...new Set(waiting.map(({ txid }) => txid))]
  const inMempool = yield* mempoolOf(node, txids)
  const lost = txids.filter((txid) => !inMempool.has(txid))
  // A node refuses this for a transaction that has returned; temporary refusals are retried at the next call.
  yield* node.callAll(
    UnknownAnswer,
    "abandontransaction",
    lost.map((txid) => [txid]),
  )
})
