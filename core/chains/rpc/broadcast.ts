import { Effect } from "effect"
import type { Hex } from "../Chain.ts"
import { BroadcastRefused } from "../refusals.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { UnknownAnswer } from "./answers.ts"
import { findSpent } from "./findConflict.ts"
import type { Node } from "./Node.ts"
import type { RpcRefused } from "./RpcClient.ts"
import { walletTransaction } from "./walletTransactions.ts"

/** Already in a block (Bitcoin Core, src/rpc/protocol.h, RPC_VERIFY_ALREADY_IN_CHAIN). */
const ALREADY_IN_CHAIN = -27
/** Messages of nodes for a transaction that they already have (src/validation.cpp). */
const ALREADY_KNOWN = /txn-already-(in-mempool|known)|already in (block chain|mempool|utxo set)/i
/** Messages for a fee that is too low: for relay, for a replacement, or for a full mempool. */
const TOO_CHEAP = /min relay fee|insufficient fee|mempool (min fee|full)|fee not met|too-low-fee/i
const MISSING = /missing-?inputs|inputs-missingorspent/i
const CONFLICT = /txn-mempool-conflict|bip125-replacement-disallowed|txn-double-spend/i

/** Broadcasts a signed transaction (see Chain.broadcast). */
export const broadcastRaw = Effect.fnUntraced(function* (node: Node, raw: Hex) {
  const transaction = readTransaction(raw)
  if (transaction === null) return yield* new BroadcastRefused({ reason: "invalid", detail: "no transaction" })
  const sending = node.call(UnknownAnswer, "sendrawtransaction", [raw])
  yield* Effect.catchTag(sending, "RpcRefused", (refused) => settle(node, transaction, refused))
  return transaction.txid
})

type Sent = NonNullable<ReturnType<typeof readTransaction>>

const settle = Effect.fnUntraced(function* (node: Node, { txid, inputs }: Sent, { code, message }: RpcRefused) {
  const refused = (reason: BroadcastRefused["reason"]) =>
    new BroadcastRefused({ reason, detail: `${message} (${code})` })
  if (code === ALREADY_IN_CHAIN || ALREADY_KNOWN.test(message)) return
  if (CONFLICT.test(message)) return yield* refused("conflict")
  if (TOO_CHEAP.test(message)) return yield* refused("fee")
  if (!MISSING.test(message)) return yield* refused("invalid")
  // A node forgets a confirmed transaction once all of its outputs are spent; the wallet does not.
  const known = yield* walletTransaction(node, txid)
  if (known !== undefined && known.confirmations > 0) return
  const spent = yield* findSpent(node, inputs)
  const parents = yield* Effect.forEach(spent, (input) => walletTransaction(node, input.txid))
  return yield* refused(
    parents.every((parent) => parent !== undefined && parent.confirmations >= 0) ? "conflict" : "missing",
  )
})
