import { Effect } from "effect"
import type { Hex } from "../Chain.ts"
import { ANSWER_ROWS_MAX } from "../limits.ts"
import { ChainUnavailable } from "../refusals.ts"
import { unitsOf } from "./amounts.ts"
import { SinceBlock, type WalletRow } from "./answers.ts"
import type { ReportedTransaction } from "./findConflict.ts"
import { readLabel } from "./label.ts"
import type { Node } from "./Node.ts"

/** An output to a watched script. */
export interface Incoming {
  readonly vout: number
  readonly script: Hex
  readonly amount: bigint
  readonly isImmature: boolean
}

/** A transaction with such outputs. */
export interface IncomingTransaction extends ReportedTransaction {
  readonly outputs: ReadonlyArray<Incoming>
}

/** Categories of incoming outputs; those of a mining reward depend on its age. */
const CATEGORIES = ["receive", "generate", "immature", "orphan"]

/**
 * Transactions that pay to watched scripts and are in later blocks than this one, or unconfirmed. Excludes conflicted
 * ones, which nodes do not list (src/wallet/rpcwallet.cpp, ListTransactions, nMinDepth).
 * @param block empty for all
 */
export const incomingSince = Effect.fnUntraced(function* (node: Node, block: Hex | "") {
  const { transactions } = yield* node.request(SinceBlock, "listsinceblock", block, 1, true)
  if (transactions.length > ANSWER_ROWS_MAX) {
    const detail = `more than ${ANSWER_ROWS_MAX} rows`
    return yield* new ChainUnavailable({ chain: node.network.name, reason: "tooMuch", detail })
  }
  const found = new Map<Hex, IncomingTransaction>()
  for (const row of transactions) {
    const output = outputOf(node, row)
    if (output === undefined) continue
    found.set(row.txid, { ...row, outputs: [...(found.get(row.txid)?.outputs ?? []), output] })
  }
  return found
})

function outputOf(node: Node, { category, label, amount, vout }: WalletRow): Incoming | undefined {
  const own = CATEGORIES.includes(category) ? readLabel(node.network, label) : undefined
  const units = unitsOf(amount)
  if (own === undefined || units === null || vout === undefined) return undefined
  return { vout, script: own.script, amount: units, isImmature: category === "immature" }
}
