import { Effect } from "effect"
import type { Chain, Hex } from "#core/chains"
import { keyOf } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { openChain } from "../deposits/chainBook.ts"
import { findUnbookedOutputs, type ToChange, toChange } from "./unsolicitedOutputs.ts"

/**
 * Confirmed unsolicited outputs that are not booked and already spent. Only our own payments can have spent them: coins
 * are selected at fewer confirmations than booking requires.
 */
export const spentUnsolicited = Effect.fnUntraced(function* (
  sql: SqlClient,
  chain: Chain,
  change: Hex,
  unspent: ReadonlySet<string>,
) {
  const { network } = chain
  const { cursor } = yield* Effect.promise(() => openChain(sql, network))
  const movements = yield* chain.movements(cursor).pipe(
    Effect.map((seen) => seen.movements),
    // The deposit watch halts the chain in this case, and nothing is sent.
    Effect.catchTag("ReorgTooDeep", () => Effect.succeed([])),
  )
  const gone = toChange(movements, change).flatMap(({ outpoint, amount, status, isImmature }) =>
    status._tag === "Confirmed" && !unspent.has(keyOf(outpoint))
      ? [{ outpoint, amount, isImmature, confirmations: status.confirmations } satisfies ToChange]
      : [],
  )
  return yield* Effect.promise(() => findUnbookedOutputs(sql, network.assetTypeId, gone))
})
