import { Effect } from "effect"
import { Anything, Hash, SinceBlock } from "./answers.ts"
import type { Node } from "./Node.ts"
import { mempoolOf } from "./walletTransactions.ts"

/**
 * Has the wallet give up those payments of ours that are in no block and that the mempool has dropped. It takes their coins
 * for spent until then, and neither lists nor locks them. The payment is given up for nobody else: it may be handed over
 * again, and then the wallet counts it again.
 */
export const abandonLost = Effect.fnUntraced(function* (node: Node) {
  const tip = yield* node.ask(Hash, "getbestblockhash")
  const { transactions } = yield* node.ask(SinceBlock, "listsinceblock", tip, 1, true)
  const waiting = transactions.filter(
    ({ category, confirmations, abandoned = false }) => category === "send" && confirmations === 0 && !abandoned,
  )
  const txids = [...new Set(waiting.map(({ txid }) => txid))]
  const inMempool = yield* mempoolOf(node, txids)
  const lost = txids.filter((txid) => !inMempool.has(txid))
  // A node refuses it for what has come back meanwhile; what it refuses for a moment is asked again at the next look.
  yield* node.callAll(
    Anything,
    "abandontransaction",
    lost.map((txid) => [txid]),
  )
})
