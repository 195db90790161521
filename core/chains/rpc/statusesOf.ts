import { Effect, Result } from "effect"
import type { BlockRef, Hex, Outpoint, TransactionStatus } from "../Chain.ts"
import { Header } from "./answers.ts"
import { findConflict, type ReportedTransaction } from "./findConflict.ts"
import type { Node } from "./Node.ts"
import { inputsOf, mempoolOf, walletTransaction } from "./walletTransactions.ts"

/** The statuses of wallet transactions by id. @param tip at which the wallet reported them */
export const statusesOf = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  transactions: ReadonlyArray<ReportedTransaction>,
) {
  const statuses = new Map<Hex, TransactionStatus>()
  const blocks = yield* blocksOf(
    node,
    transactions.flatMap(({ confirmations, blockhash }) => (confirmations > 0 && blockhash ? [blockhash] : [])),
  )
  const waiting = transactions.filter(({ confirmations }) => confirmations === 0)
  const inMempool = yield* mempoolOf(
    node,
    waiting.map(({ txid }) => txid),
  )
  for (const transaction of transactions) {
    const { txid, confirmations, blockhash } = transaction
    const block = blocks.get(blockhash ?? "")
    const entry = inMempool.get(txid)
    if (confirmations > 0 && block) statuses.set(txid, { _tag: "Confirmed", block, confirmations })
    else if (entry) statuses.set(txid, { _tag: "Mempool", isReplaceable: entry["bip125-replaceable"] === true })
    else {
      const known = yield* walletTransaction(node, txid)
      const inputs = known === undefined ? [] : inputsOf(known)
      statuses.set(txid, yield* findConflict(node, tip, { ...transaction, inputs }))
    }
  }
  return statuses
})

/** The status of one transaction, whether the wallet knows it or not. */
export const statusOf = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  { txid, inputs }: { readonly txid: Hex; readonly inputs: ReadonlyArray<Outpoint> },
) {
  const transaction = yield* walletTransaction(node, txid)
  if (transaction === undefined) return yield* findConflict(node, tip, { txid, confirmations: 0, inputs })
  const status = (yield* statusesOf(node, tip, [transaction])).get(txid)
  return status ?? ABSENT
})

/** Those of these blocks that are on the chain: a wallet keeps naming the block of a conflict after it was undone. */
const blocksOf = Effect.fnUntraced(function* (node: Node, hashes: ReadonlyArray<Hex>) {
  const distinct = [...new Set(hashes)]
  const answers = yield* node.callAll(
    Header,
    "getblockheader",
    distinct.map((hash) => [hash]),
  )
  const headers = answers.flatMap((answer) => (Result.isSuccess(answer) ? [answer.success] : []))
  return new Map<Hex, BlockRef>(
    headers
      .filter(({ confirmations }) => confirmations > 0)
      .map(({ hash, height, time }) => [hash, { height, hash, timeMs: time * 1_000 }]),
  )
})

const ABSENT: TransactionStatus = { _tag: "Absent" }
