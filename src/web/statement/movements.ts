import { PURPOSES, type Purpose } from "#contract/wallet"
import { COIN_IDS } from "#core/wallet"
import { MOVEMENTS_PAGE_MAX, type Movement, type MovementQuery, pageMovements } from "#projections/wallet"
import { parseTimeFilter, timeRangeOf } from "../../lib/timeFilter.ts"
import { run } from "../../process/runtime.ts"

/** All filtered movements, newest first, one page in memory at a time. */
export async function* movementPages(
  personId: string,
  filter: MovementFilter,
): AsyncGenerator<ReadonlyArray<Movement>> {
  let before: Movement | null = null
  while (true) {
    const page: ReadonlyArray<Movement> = await run(
      pageMovements(personId, { ...filter, before, limit: MOVEMENTS_PAGE_MAX }),
    )
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < MOVEMENTS_PAGE_MAX) return
    before = last
  }
}

/** Filters of the statement in the page address. Invalid ones are ignored. */
export type MovementFilter = Omit<MovementQuery, "before" | "limit">

/** Reads `?asset=1&kind=donation&time=7`. */
export const parseMovementFilter = (query: URLSearchParams, now: Date, timeZone: string): MovementFilter => {
  const { from = null, before: until = null } = timeRangeOf(parseTimeFilter(query), now, timeZone)
  const assetTypeId = COIN_IDS.find((id) => String(id) === query.get("asset")) ?? null
  const purpose: Purpose | null = PURPOSES.find((each) => each === query.get("kind")) ?? null
  return { assetTypeId, purpose, from, until }
}
