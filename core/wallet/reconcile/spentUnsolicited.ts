import { Effect } from "effect"
import type { Chain, Hex } from "#core/chains"
import { keyOf } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { openChain } from "../deposits/chainBook.ts"
import { type ToChange, toChange, unbookedOutputs } from "./unsolicitedOutputs.ts"

/**
 * Gifts in blocks that are in no book yet and no coins any more. A payment of ours spent them, for nobody else has the
 * keys: a coin is chosen a few blocks deep, and a gift is booked deeper.
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
    // Anyone who watches for deposits halts the chain; then nothing is sent anyway.
    Effect.catchTag("ReorgTooDeep", () => Effect.succeed([])),
  )
  const gone = toChange(movements, change).flatMap(({ outpoint, amount, status, isImmature }) =>
    status._tag === "Confirmed" && !unspent.has(keyOf(outpoint))
      ? [{ outpoint, amount, isImmature, confirmations: status.confirmations } satisfies ToChange]
      : [],
  )
  return yield* Effect.promise(() => unbookedOutputs(sql, network.assetTypeId, gone))
})
