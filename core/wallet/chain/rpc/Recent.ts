import { Effect } from "effect"
import type { Hex } from "../Chain.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { Received } from "./answers.ts"
import { type Incoming, type IncomingTransaction, incomingSince } from "./incoming.ts"
import { readLabel } from "./label.ts"
import type { Node } from "./Node.ts"
import { stripMweb } from "./stripMweb.ts"
import { walletTransactions } from "./walletTransactions.ts"

/**
 * What the transactions pay us that can still be undone, by their ids. Nodes do not list a payment any more that another one
 * stands against, though they answer to its id: so somebody has to remember it.
 */
export interface Recent {
  readonly outputs: Map<Hex, ReadonlyArray<Incoming>>
  /** What came before this process began is looked for once. */
  isFilled: boolean
}

export const makeRecent = (): Recent => ({ outputs: new Map(), isFilled: false })

/** Remembers what is listed and answers what is remembered, not listed, and has something against it. */
export const conflictedBeside = Effect.fnUntraced(function* (
  node: Node,
  recent: Recent,
  listed: ReadonlyMap<Hex, IncomingTransaction>,
) {
  if (!recent.isFilled) yield* fill(node, recent)
  for (const [txid, { confirmations, outputs }] of listed) {
    if (confirmations <= node.network.windowBlocks) recent.outputs.set(txid, outputs)
  }
  const unlisted = [...recent.outputs.keys()].filter((txid) => !listed.has(txid))
  const beside: Array<IncomingTransaction> = []
  for (const transaction of yield* walletTransactions(node, unlisted)) {
    const { txid, confirmations } = transaction
    const outputs = recent.outputs.get(txid) ?? []
    if (Math.abs(confirmations) > node.network.windowBlocks) recent.outputs.delete(txid)
    else if (confirmations < 0) beside.push({ ...transaction, outputs })
  }
  return beside
})

/** Depths of all transactions: more blocks than there are stand against the deepest. */
const ANY_DEPTH = -9_999_999

/** Of all that was ever received, what is not listed has something against it. */
const fill = Effect.fnUntraced(function* (node: Node, recent: Recent) {
  const received = yield* node.ask(Received, "listreceivedbyaddress", ANY_DEPTH, false, true)
  const listed = yield* incomingSince(node, "")
  const scripts = new Map<Hex, Set<Hex>>()
  for (const { label, txids } of received) {
    const own = readLabel(node.network, label)
    if (own === undefined) continue
    for (const txid of txids) {
      if (!listed.has(txid)) scripts.set(txid, (scripts.get(txid) ?? new Set()).add(own.script))
    }
  }
  for (const { txid, hex } of yield* walletTransactions(node, [...scripts.keys()])) {
    const outputs = readTransaction(stripMweb(hex))?.outputs ?? []
    recent.outputs.set(
      txid,
      outputs.flatMap(({ script, amount }, vout) =>
        scripts.get(txid)?.has(script) ? [{ vout, script, amount, isImmature: false }] : [],
      ),
    )
  }
  recent.isFilled = true
})
