import { Effect, Result } from "effect"
import type { BlockRef, Hex, Outpoint, Standing } from "../Chain.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import {
  BlockOfTransactions,
  Header,
  MempoolEntry,
  SinceBlock,
  SpendingPrevout,
  TxOut,
  WalletTransaction,
} from "./answers.ts"
import { hashAt, type Node } from "./Node.ts"
import { stripMweb } from "./stripMweb.ts"

/** A transaction as the wallet tells of it. */
export interface Told {
  readonly txid: Hex
  /** Below nought where another one spends an input: so many blocks lie on that one. */
  readonly confirmations: number
  readonly blockhash?: Hex | undefined
  readonly walletconflicts?: ReadonlyArray<Hex> | undefined
}

/** How transactions of the wallet stand, by their ids. @param tip at which the wallet told of them */
export const standingsOf = Effect.fnUntraced(function* (node: Node, tip: BlockRef, told: ReadonlyArray<Told>) {
  const standings = new Map<Hex, Standing>()
  const blocks = yield* blocksOf(
    node,
    told.flatMap(({ confirmations, blockhash }) => (confirmations > 0 && blockhash ? [blockhash] : [])),
  )
  const waiting = told.filter(({ confirmations }) => confirmations === 0)
  const inMempool = yield* mempoolOf(
    node,
    waiting.map(({ txid }) => txid),
  )
  for (const transaction of told) {
    const { txid, confirmations, blockhash } = transaction
    const block = blocks.get(blockhash ?? "")
    const entry = inMempool.get(txid)
    if (confirmations > 0 && block) standings.set(txid, { _tag: "Confirmed", block, confirmations })
    else if (entry) standings.set(txid, { _tag: "Mempool", isReplaceable: entry["bip125-replaceable"] === true })
    else standings.set(txid, yield* againstOf(node, tip, transaction))
  }
  return standings
})

/** How one transaction stands, whether the wallet ever saw it or not. */
export const standingOf = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  { txid, inputs }: { readonly txid: Hex; readonly inputs: ReadonlyArray<Outpoint> },
) {
  const transaction = yield* walletTransaction(node, txid)
  if (transaction !== undefined) {
    const standing = (yield* standingsOf(node, tip, [transaction])).get(txid)
    if (standing !== undefined) return standing
  }
  return yield* againstInputs(node, tip, txid, inputs)
})

/** Bitcoin Core, src/rpc/protocol.h, RPC_INVALID_ADDRESS_OR_KEY. */
const NOT_IN_WALLET = -5

/** A transaction of the wallet; undefined where it has none of that id. */
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

/** What stands against a transaction that is in no block and not in the mempool. */
const againstOf = Effect.fnUntraced(function* (node: Node, tip: BlockRef, told: Told) {
  for (const by of told.walletconflicts ?? []) {
    const rival = yield* walletTransaction(node, by)
    if (rival !== undefined && rival.confirmations > 0) return conflicted(by, rival.confirmations)
    if (rival?.confirmations === 0 && (yield* mempoolOf(node, [by])).has(by)) return conflicted(by, 0)
  }
  const transaction = yield* walletTransaction(node, told.txid)
  const inputs = readTransaction(stripMweb(transaction?.hex ?? ""))?.inputs ?? []
  if (told.confirmations >= 0) return yield* againstInputs(node, tip, told.txid, inputs)
  // Of a stranger's transaction the wallet knows only how deep the block lies that has it.
  const by = yield* spenderIn(node, yield* hashAt(node, tip.height + told.confirmations + 1), inputs)
  return by === undefined ? ABSENT : conflicted(by, -told.confirmations)
})

/** What spends any of these coins besides one transaction: in the mempool where the node tells, else among our own payments. */
const againstInputs = Effect.fnUntraced(function* (
  node: Node,
  tip: BlockRef,
  txid: Hex,
  inputs: ReadonlyArray<Outpoint>,
) {
  const spent = yield* spentOf(node, inputs)
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
    const spends = readTransaction(stripMweb(payment?.hex ?? ""))?.inputs.some((input) => keys.has(keyOf(input)))
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

const mempoolOf = Effect.fnUntraced(function* (node: Node, txids: ReadonlyArray<Hex>) {
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

const blocksOf = Effect.fnUntraced(function* (node: Node, hashes: ReadonlyArray<Hex>) {
  const distinct = [...new Set(hashes)]
  const headers = yield* node.callAll(
    Header,
    "getblockheader",
    distinct.map((hash) => [hash]),
  )
  return new Map(
    headers.flatMap((header) =>
      Result.isSuccess(header)
        ? [
            [
              header.success.hash,
              { height: header.success.height, hash: header.success.hash, timeMs: header.success.time * 1_000 },
            ] as const,
          ]
        : [],
    ),
  )
})

const ABSENT: Standing = { _tag: "Absent" }
const conflicted = (by: Hex, confirmations: number): Standing => ({ _tag: "Conflicted", by, confirmations })
