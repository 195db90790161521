import { PURPOSES, type Purpose } from "#contract/wallet"
import { COIN_IDS } from "#core/wallet"
import type { MovementQuery } from "#projections/wallet"
import { parseTimeFilter, timeRangeOf } from "../../lib/timeFilter.ts"

/** Filters of the statement in the page address. Invalid ones are ignored. */
export type MovementFilter = Omit<MovementQuery, "before" | "limit">

/** Reads `?asset=1&kind=donation&time=7`. */
export const parseMovementFilter = (query: URLSearchParams, now: Date, timeZone: string): MovementFilter => {
  const { from = null, before: until = null } = timeRangeOf(parseTimeFilter(query), now, timeZone)
  const assetTypeId = COIN_IDS.find((id) => String(id) === query.get("asset")) ?? null
  const purpose: Purpose | null = PURPOSES.find((each) => each === query.get("kind")) ?? null
  return { assetTypeId, purpose, from, until }
}
