import { Effect } from "effect"
import type { BlockRef, Hex, Movement, TransactionStatus } from "../Chain.ts"
import { ChainUnavailable, ReorgTooDeep } from "../refusals.ts"
import { Header } from "./answers.ts"
import { type IncomingTransaction, incomingSince } from "./incoming.ts"
import { hashAt, type Node, tipOf } from "./Node.ts"
import { conflictedBeside, type Recent } from "./Recent.ts"
import { statusesOf } from "./statusesOf.ts"

/** Refuses a cursor that is not on the chain, and finds the last common block. */
const checkCursor = Effect.fnUntraced(function* (node: Node, cursor: Hex) {
  let hash: Hex | undefined = cursor
  while (hash !== undefined) {
    const header: typeof Header.Type | null = yield* headerOf(node, hash)
    if (header === null) break
    if (header.confirmations >= 0) {
      if (hash === cursor) return
      return yield* new ReorgTooDeep({ chain: node.network.name, cursor, fork: { height: header.height, hash } })
    }
    hash = header.previousblockhash
  }
  return yield* new ReorgTooDeep({ chain: node.network.name, cursor, fork: null })
})

const headerOf = (node: Node, hash: Hex) =>
  node.call(Header, "getblockheader", [hash]).pipe(Effect.catchTag("RpcRefused", () => Effect.succeed(null)))

/** Maximum attempts to read a chain that changes during the read; then it counts as busy. */
const TRIES_MAX = 5

/** Outputs to watched scripts with a status that may have changed since the cursor (see Chain.movements). */
export const movementsSince = Effect.fnUntraced(function* (node: Node, recent: Recent, cursor: Hex | null) {
  const { network } = node
  if (cursor !== null) yield* checkCursor(node, cursor)
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const tip = yield* tipOf(node)
    const listed = yield* incomingSince(node, cursor ?? "")
    const all = [...listed.values(), ...(yield* conflictedBeside(node, recent, listed))]
    const statuses = yield* statusesOf(node, tip, all)
    // Confirmations counted at one block must not be reported with another.
    if ((yield* tipOf(node)).hash !== tip.hash) continue
    return {
      cursor: yield* hashAt(node, Math.max(0, tip.height - network.windowBlocks)),
      tip,
      movements: all.flatMap((each) => movementsOf(each, statuses.get(each.txid))).toSorted(byPlace(tip)),
    }
  }
  return yield* new ChainUnavailable({ chain: network.name, reason: "busy", detail: "blocks come too fast" })
})

const movementsOf = (
  { txid, outputs }: IncomingTransaction,
  status: TransactionStatus | undefined,
): ReadonlyArray<Movement> =>
  status === undefined ? [] : outputs.map(({ vout, ...output }) => ({ outpoint: { txid, vout }, ...output, status }))

/** Sorts by block height, then the unconfirmed ones. */
const byPlace = (tip: BlockRef) => (a: Movement, b: Movement) => heightOf(tip, a) - heightOf(tip, b) || byId(a, b)

const heightOf = (tip: BlockRef, { status }: Movement): number =>
  status._tag === "Confirmed" ? status.block.height : tip.height + 1

const byId = ({ outpoint: a }: Movement, { outpoint: b }: Movement): number => {
  if (a.txid === b.txid) return a.vout - b.vout
  return a.txid < b.txid ? -1 : 1
}
