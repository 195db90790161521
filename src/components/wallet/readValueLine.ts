import { Effect } from "effect"
import { valueRoundedDown } from "#core/wallet"
import { rateHistory } from "#projections/rates"
import { balanceHistory, firstMovementAt } from "#projections/wallet"
import { assetOf } from "../../lib/assetTypes.ts"

/** Maximum time span and number of points. */
const SPAN_MS_MAX = 30 * 86_400_000
const POINTS = 61

/** The value of all coins at one time, in minor units of the base currency. */
export type ValuePoint = { readonly atMs: number; readonly worth: bigint }

/**
 * The value of a person's coins since the first movement, thirty days at most. Times without a rate for an owned coin are
 * omitted.
 */
export const readValueLine = Effect.fn("readValueLine")(function* (
  personId: string,
  base: { readonly assetTypeId: number; readonly digits: number },
  now: Date,
) {
  const first = yield* firstMovementAt(personId)
  if (first === null) return []
  const toMs = now.getTime()
  const fromMs = Math.max(first.getTime(), toMs - SPAN_MS_MAX)
  if (fromMs >= toMs) return []
  const rates = yield* rateHistory({ baseAssetTypeId: base.assetTypeId, fromMs, toMs, points: POINTS })
  const balances = yield* balanceHistory(
    personId,
    rates.map(({ atMs }) => atMs),
  )
  return rates.flatMap(({ atMs, mids }, place): ReadonlyArray<ValuePoint> => {
    let worth = 0n
    for (const { assetTypeId, units } of balances.filter((each) => each.place === place && each.units !== 0n)) {
      const mid = mids[assetTypeId]
      if (mid === undefined) return []
      worth += valueRoundedDown(units, { mid, digits: assetOf(assetTypeId).digits, baseDigits: base.digits })
    }
    return [{ atMs, worth }]
  })
})
