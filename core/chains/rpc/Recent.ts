import { Effect } from "effect"
import type { Hex } from "../Chain.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { Received } from "./answers.ts"
import type { Incoming, IncomingTransaction } from "./incoming.ts"
import { readLabel } from "./label.ts"
import type { Node } from "./Node.ts"
import { stripMweb } from "./stripMweb.ts"
import { walletTransactions } from "./walletTransactions.ts"

/**
 * Remembers the recent transactions that pay us, until they can no longer be undone. Nodes stop listing a payment when
 * another transaction conflicts with it, although they still answer queries by its id.
 */
export interface Recent {
  readonly outputs: Map<Hex, ReadonlyArray<Incoming>>
  /** Payments from before this process are loaded once. */
  isFilled: boolean
}

export const makeRecent = (): Recent => ({ outputs: new Map(), isFilled: false })

/** Remembers listed transactions, and returns remembered ones that are no longer listed and have a conflict. */
export const conflictedBeside = Effect.fnUntraced(function* (
  node: Node,
  recent: Recent,
  listed: ReadonlyMap<Hex, IncomingTransaction>,
) {
  if (!recent.isFilled) yield* fill(node, recent, listed)
  for (const [txid, { confirmations, outputs }] of listed) {
    if (confirmations <= node.network.windowBlocks) recent.outputs.set(txid, outputs)
  }
  const unlisted = [...recent.outputs.keys()].filter((txid) => !listed.has(txid))
  const conflicting: Array<IncomingTransaction> = []
  for (const transaction of yield* walletTransactions(node, unlisted)) {
    const { txid, confirmations } = transaction
    const outputs = recent.outputs.get(txid) ?? []
    if (Math.abs(confirmations) > node.network.windowBlocks) recent.outputs.delete(txid)
    else if (confirmations < 0) conflicting.push({ ...transaction, outputs })
  }
  return conflicting
})

/** Minimum confirmations that include every conflicted transaction, which has a negative number of them. */
const ANY_DEPTH = -9_999_999
/** Timeout in milliseconds for the one load, which is slow for a wallet with a long history. */
const FILL_MS_MAX = 600_000
/** Number of transactions loaded at once, so that memory is released between batches. */
const PAGE = 1_000

/**
 * A received payment that is not listed is either deep or conflicted; those that may return are remembered. If the
 * history is too long for one response, nothing is loaded: new payments must still be seen, and reconciliation finds
 * what is missing.
 */
const fill = Effect.fnUntraced(function* (node: Node, recent: Recent, listed: ReadonlyMap<Hex, IncomingTransaction>) {
  const received = yield* node
    .call(Received, "listreceivedbyaddress", [ANY_DEPTH, false, true], { within_ms: FILL_MS_MAX })
    .pipe(
      Effect.catchTag("RpcRefused", (refused) => Effect.fail(node.away("listreceivedbyaddress")(refused))),
      Effect.catchTag("ChainUnavailable", (away) =>
        away.reason === "tooMuch"
          ? Effect.as(Effect.logError("conflicts of earlier deposits are not checked", away.detail), [])
          : Effect.fail(away),
      ),
    )
  const unlisted = [...new Set(received.flatMap(({ txids }) => txids))].filter((txid) => !listed.has(txid))
  for (let from = 0; from < unlisted.length; from += PAGE) {
    const page = yield* walletTransactions(node, unlisted.slice(from, from + PAGE))
    for (const { txid, hex } of page.filter(({ confirmations }) => mayComeBack(node, confirmations)))
      recent.outputs.set(txid, outputsOf(hex, scriptsIn(node, received, txid)))
  }
  recent.isFilled = true
})

const mayComeBack = ({ network }: Node, confirmations: number): boolean =>
  confirmations < 0 && -confirmations <= network.windowBlocks

/** Watched scripts that a transaction pays to, according to the wallet. */
const scriptsIn = ({ network }: Node, received: typeof Received.Type, txid: Hex): ReadonlySet<Hex> =>
  new Set(
    received
      .filter(({ txids }) => txids.includes(txid))
      .flatMap(({ label }) => readLabel(network, label)?.script ?? []),
  )

const outputsOf = (hex: Hex, scripts: ReadonlySet<Hex>): ReadonlyArray<Incoming> =>
  (readTransaction(stripMweb(hex))?.outputs ?? []).flatMap(({ script, amount }, vout) =>
    scripts.has(script) ? [{ vout, script, amount, isImmature: false }] : [],
  )
