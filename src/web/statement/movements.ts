import { PURPOSES, type Purpose, parseUnits } from "#contract/wallet"
import { COIN_IDS } from "#core/wallet"
import {
  MOVEMENTS_PAGE_MAX,
  type Movement,
  type MovementQuery,
  type MovementSearch,
  pageMovements,
  type StatementTotals,
  statementTotals,
} from "#projections/wallet"
import { assetOf } from "../../lib/assetTypes.ts"
import { receiptTail } from "../../lib/receiptNumber.ts"
import { parsePeriod, periodRange } from "../../lib/statementPeriod.ts"
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

/** Characters of a search in the statement. */
export const STATEMENT_SEARCH_LENGTH_MAX = 100

/** Donations are also a category by direction. */
export const DIRECTIONS = ["in", "out"] as const

/** Reads `?asset=1&kind=donation.in&period=2026-11&q=Anna`; without a period also `time=7` and other time filters. */
export const parseMovementFilter = (query: URLSearchParams, now: Date, timeZone: string): MovementFilter => {
  const period = parsePeriod(query.get("period"))
  const range = timeRangeOf(parseTimeFilter(query), now, timeZone)
  const { from, until } =
    period === null ? { from: range.from ?? null, until: range.before ?? null } : periodRange(period, timeZone)
  const assetTypeId = COIN_IDS.find((id) => String(id) === query.get("asset")) ?? null
  const [kind = "", way] = (query.get("kind") ?? "").split(".")
  const purpose: Purpose | null = PURPOSES.find((each) => each === kind) ?? null
  const direction = DIRECTIONS.find((each) => each === way) ?? null
  return { assetTypeId, purpose, direction, search: parseSearch(query.get("q") ?? ""), from, until }
}

const parseSearch = (typed: string): MovementSearch | null => {
  const text = typed.trim().slice(0, STATEMENT_SEARCH_LENGTH_MAX)
  if (text === "") return null
  const amounts = COIN_IDS.flatMap((assetTypeId) => {
    const units = parseUnits(text.replace(/^[+-]/, "").replace(",", "."), assetOf(assetTypeId).digits)
    return typeof units === "bigint" ? [{ assetTypeId, units }] : []
  })
  return { text, tail: receiptTail(text), amounts }
}

/**
 * The opening and closing balances that an exported statement contains; null if it is not of a period, or if it leaves out
 * movements of the period, because its rows do not add up then.
 */
export const readTotals = async (personId: string, filter: MovementFilter, now: Date) => {
  const { from, until, purpose, direction = null, search = null } = filter
  const isWhole = purpose === null && direction === null && search === null
  if ((from === null && until === null) || !isWhole) return null
  const accounts: ReadonlyArray<StatementTotals> = await run(statementTotals(personId, filter))
  return { accounts, from, until: until === null || until > now ? now : until }
}
