import { Effect, Result } from "effect"
import type { BlockRef, Hex, Outpoint, TransactionStatus } from "../Chain.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { BlockOfTransactions, SinceBlock, SpendingPrevout, TxOut } from "./answers.ts"
import { hashAt, type Node } from "./Node.ts"
import { inputsOf, mempoolOf, walletTransaction, walletTransactions } from "./walletTransactions.ts"

/** A transaction as the wallet reports it. */
export interface ReportedTransaction {
  readonly txid: Hex
  /** Negative if another transaction spends an input of it or of an ancestor: the number of blocks on that one. */
  readonly confirmations: number
  readonly blockhash?: Hex | undefined
  readonly walletconflicts?: ReadonlyArray<Hex> | undefined
}

/** A transaction that is neither in a block nor in the mempool, with its inputs. */
export interface LostTransaction extends ReportedTransaction {
  readonly inputs: ReadonlyArray<Outpoint>
}

/** Maximum number of lost ancestors to check before a transaction counts as absent: more than mempools allow. */
const LINE_MAX = 100

/** The deepest conflict with a lost transaction or one of its lost ancestors. */
export const findConflict = Effect.fnUntraced(function* (node: Node, tip: BlockRef, first: LostTransaction) {
  const line = new Map([[first.txid, first]])
  let deepest = ABSENT
  // Iterating a map includes entries that are added during the iteration.
  for (const lost of line.values()) {
    const spent = yield* findSpent(node, lost.inputs)
    const against = yield* againstOne(node, tip, lost, spent)
    if (depthOf(against) > depthOf(deepest)) deepest = against
    for (const parent of yield* lostParents(node, spent)) {
      if (line.size < LINE_MAX) line.set(parent.txid, line.get(parent.txid) ?? parent)
    }
  }
  return deepest
})

/** What else spends an input of one transaction: according to the wallet, in the mempool, or among our own payments. */
const againstOne = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  { txid, confirmations, walletconflicts = [], inputs }: LostTransaction,
  spent: ReadonlyArray<Outpoint>,
) {
  for (const by of walletconflicts) {
    const rival = yield* walletTransaction(node, by)
    if (rival !== undefined && rival.confirmations > 0) return conflicted(by, rival.confirmations)
    if (rival?.confirmations === 0 && (yield* mempoolOf(node, [by])).has(by)) return conflicted(by, 0)
  }
  if (confirmations < 0) {
    // For a transaction of others, the wallet knows only the depth of its block.
    const by = yield* spenderIn(node, yield* hashAt(node, tip.height + confirmations + 1), inputs)
    if (by !== undefined) return conflicted(by, -confirmations)
  }
  if (spent.length === 0) return ABSENT
  if (node.dialect.knowsSpenders) {
    const answers = yield* node.request(SpendingPrevout, "gettxspendingprevout", spent)
    const by = answers.find(({ spendingtxid }) => spendingtxid !== undefined && spendingtxid !== txid)?.spendingtxid
    if (by !== undefined) return conflicted(by, 0)
  }
  return yield* againstOurs(node, tip, txid, spent)
})

/** The coins among these that are spent or unknown. */
export const findSpent = Effect.fnUntraced(function* (node: Node, inputs: ReadonlyArray<Outpoint>) {
  const outs = yield* node.callAll(
    TxOut,
    "gettxout",
    inputs.map(({ txid, vout }) => [txid, vout, true]),
  )
  return inputs.filter((_, index) => Result.getOrElse(outs[index] ?? Result.succeed(null), () => null) === null)
})

/** Lost wallet transactions that created these coins. */
const lostParents = Effect.fnUntraced(function* (node: Node, spent: ReadonlyArray<Outpoint>) {
  const txids = new Set(spent.map(({ txid }) => txid))
  const parents = (yield* walletTransactions(node, [...txids])).filter(({ confirmations }) => confirmations <= 0)
  const inMempool = yield* mempoolOf(
    node,
    parents.map(({ txid }) => txid),
  )
  return parents
    .filter(({ txid }) => !inMempool.has(txid))
    .map((parent): LostTransaction => ({ ...parent, inputs: inputsOf(parent) }))
})

/** Searches our own payments since the coins were created: only we can spend our coins. */
const againstOurs = Effect.fnUntraced(function* (node: Node, tip: BlockRef, txid: Hex, spent: ReadonlyArray<Outpoint>) {
  const keys = new Set(spent.map(keyOf))
  const parents = yield* Effect.forEach(spent, ({ txid: parent }) => walletTransaction(node, parent))
  const depth = Math.max(1, ...parents.map((parent) => parent?.confirmations ?? 0))
  const from = yield* hashAt(node, Math.max(0, tip.height - depth))
  const { transactions } = yield* node.request(SinceBlock, "listsinceblock", from, 1, true)
  const ours = new Map(transactions.filter(({ category }) => category === "send").map((row) => [row.txid, row]))
  ours.delete(txid)
  for (const row of ours.values()) {
    const payment = yield* walletTransaction(node, row.txid)
    const spends = payment !== undefined && inputsOf(payment).some((input) => keys.has(keyOf(input)))
    if (!spends || row.confirmations < 0) continue
    if (row.confirmations > 0 || (yield* mempoolOf(node, [row.txid])).has(row.txid)) {
      return conflicted(row.txid, row.confirmations)
    }
  }
  return ABSENT
})

/** The transaction in a block that spends any of these coins. */
const spenderIn = Effect.fnUntraced(function* (node: Node, block: Hex, inputs: ReadonlyArray<Outpoint>) {
  const keys = new Set(inputs.map(keyOf))
  const { tx } = yield* node.request(BlockOfTransactions, "getblock", block, 2)
  return tx.find(({ vin }) => vin.some(({ txid = "", vout = -1 }) => keys.has(keyOf({ txid, vout }))))?.txid
})

const ABSENT: TransactionStatus = { _tag: "Absent" }
const conflicted = (by: Hex, confirmations: number): TransactionStatus => ({ _tag: "Conflicted", by, confirmations })
const depthOf = (status: TransactionStatus): number => (status._tag === "Conflicted" ? status.confirmations : -1)
