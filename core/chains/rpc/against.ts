import { Effect, Result } from "effect"
import type { BlockRef, Hex, Outpoint, TransactionStatus } from "../Chain.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { BlockOfTransactions, SinceBlock, SpendingPrevout, TxOut } from "./answers.ts"
import { hashAt, type Node } from "./Node.ts"
import { inputsOf, mempoolOf, walletTransaction, walletTransactions } from "./walletTransactions.ts"

/** A transaction as the wallet tells of it. */
export interface Told {
  readonly txid: Hex
  /** Below zero where another one spends an input, or one of what it descends from: so many blocks lie on that one. */
  readonly confirmations: number
  readonly blockhash?: Hex | undefined
  readonly walletconflicts?: ReadonlyArray<Hex> | undefined
}

/** One that is in no block and not in the mempool, with what it spends. */
export interface Lost extends Told {
  readonly inputs: ReadonlyArray<Outpoint>
}

/** Lost transactions that one may descend from before it counts as absent: more than wait in a mempool on each other. */
const LINE_MAX = 100

/** What stands against a lost transaction, or against any lost one from which it descends: what lies deepest. */
export const againstLost = Effect.fnUntraced(function* (node: Node, tip: BlockRef, first: Lost) {
  const line = new Map([[first.txid, first]])
  let deepest = ABSENT
  // A map that grows while it is gone through is gone through to its end.
  for (const lost of line.values()) {
    const spent = yield* spentOf(node, lost.inputs)
    const against = yield* againstOne(node, tip, lost, spent)
    if (depthOf(against) > depthOf(deepest)) deepest = against
    for (const parent of yield* lostParents(node, spent)) {
      if (line.size < LINE_MAX) line.set(parent.txid, line.get(parent.txid) ?? parent)
    }
  }
  return deepest
})

/** What spends an input of one transaction as well: as the wallet says, in the mempool, or among our own payments. */
const againstOne = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  { txid, confirmations, walletconflicts = [], inputs }: Lost,
  spent: ReadonlyArray<Outpoint>,
) {
  for (const by of walletconflicts) {
    const rival = yield* walletTransaction(node, by)
    if (rival !== undefined && rival.confirmations > 0) return conflicted(by, rival.confirmations)
    if (rival?.confirmations === 0 && (yield* mempoolOf(node, [by])).has(by)) return conflicted(by, 0)
  }
  if (confirmations < 0) {
    // Of a stranger's transaction the wallet knows only how deep the block lies that has it.
    const by = yield* spenderIn(node, yield* hashAt(node, tip.height + confirmations + 1), inputs)
    if (by !== undefined) return conflicted(by, -confirmations)
  }
  if (spent.length === 0) return ABSENT
  if (node.dialect.knowsSpenders) {
    const answers = yield* node.ask(SpendingPrevout, "gettxspendingprevout", spent)
    const by = answers.find(({ spendingtxid }) => spendingtxid !== undefined && spendingtxid !== txid)?.spendingtxid
    if (by !== undefined) return conflicted(by, 0)
  }
  return yield* againstOurs(node, tip, txid, spent)
})

/** Which of these coins something spends, or nobody has heard of. */
export const spentOf = Effect.fnUntraced(function* (node: Node, inputs: ReadonlyArray<Outpoint>) {
  const outs = yield* node.callAll(
    TxOut,
    "gettxout",
    inputs.map(({ txid, vout }) => [txid, vout, true]),
  )
  return inputs.filter((_, index) => Result.getOrElse(outs[index] ?? Result.succeed(null), () => null) === null)
})

/** Transactions of the wallet that made these coins and are lost themselves. */
const lostParents = Effect.fnUntraced(function* (node: Node, spent: ReadonlyArray<Outpoint>) {
  const txids = new Set(spent.map(({ txid }) => txid))
  const parents = (yield* walletTransactions(node, [...txids])).filter(({ confirmations }) => confirmations <= 0)
  const inMempool = yield* mempoolOf(
    node,
    parents.map(({ txid }) => txid),
  )
  return parents
    .filter(({ txid }) => !inMempool.has(txid))
    .map((parent): Lost => ({ ...parent, inputs: inputsOf(parent) }))
})

/** Looks through our own payments since the coins were made: coins of ours are spent by nobody else. */
const againstOurs = Effect.fnUntraced(function* (node: Node, tip: BlockRef, txid: Hex, spent: ReadonlyArray<Outpoint>) {
  const keys = new Set(spent.map(keyOf))
  const parents = yield* Effect.forEach(spent, ({ txid: parent }) => walletTransaction(node, parent))
  const depth = Math.max(1, ...parents.map((parent) => parent?.confirmations ?? 0))
  const from = yield* hashAt(node, Math.max(0, tip.height - depth))
  const { transactions } = yield* node.ask(SinceBlock, "listsinceblock", from, 1, true)
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

/** The transaction of a block that spends any of these coins. */
const spenderIn = Effect.fnUntraced(function* (node: Node, block: Hex, inputs: ReadonlyArray<Outpoint>) {
  const keys = new Set(inputs.map(keyOf))
  const { tx } = yield* node.ask(BlockOfTransactions, "getblock", block, 2)
  return tx.find(({ vin }) => vin.some(({ txid = "", vout = -1 }) => keys.has(keyOf({ txid, vout }))))?.txid
})

const ABSENT: TransactionStatus = { _tag: "Absent" }
const conflicted = (by: Hex, confirmations: number): TransactionStatus => ({ _tag: "Conflicted", by, confirmations })
const depthOf = (status: TransactionStatus): number => (status._tag === "Conflicted" ? status.confirmations : -1)
