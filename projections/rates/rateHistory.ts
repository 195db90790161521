import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { QueriedRow } from "#projections/runner"
import type { rateHour } from "./tables.ts"

/** Points of one chart line at most. */
const POINTS_MAX = 400
const HOUR_MS = 3_600_000

/** Rates at one time by asset id. Assets without a rate until then are missing. */
export type RatePoint = { readonly atMs: number; readonly mids: Readonly<Record<number, string>> }

export type RateHistoryQuery = {
  readonly baseAssetTypeId: number
  readonly fromMs: number
  readonly toMs: number
  /** 2 to 400 evenly spaced points, the first at `fromMs` and the last at `toMs`. */
  readonly points: number
}

/** Rates at evenly spaced times: the last rate of the hour, or of the last hour that has one. */
export const rateHistory = Effect.fn("rateHistory")(function* ({
  baseAssetTypeId,
  fromMs,
  toMs,
  points,
}: RateHistoryQuery) {
  const { client: sql } = yield* Sql
  const count = Math.min(Math.max(points, 2), POINTS_MAX)
  const times = Array.from({ length: count }, (_, place) =>
    Math.round(fromMs + ((toMs - fromMs) * place) / (count - 1)),
  )
  const hours = [...new Set(times.map(hourOf))]
  // Raw: one index probe per asset and hour, by a lateral join over unnest.
  const rows = yield* Effect.promise(
    () => sql<Array<Pick<QueriedRow<typeof rateHour.columns>, "hour" | "mid"> & { assetTypeId: number }>>`
      select a.asset_type_id as "assetTypeId", h.hour, r.mid
      from (select distinct asset_type_id from read.rate where base_asset_type_id = ${baseAssetTypeId}) a
        cross join unnest(${hours}::int[]) h (hour)
        cross join lateral (
          select mid from read.rate_hour
          where asset_type_id = a.asset_type_id and base_asset_type_id = ${baseAssetTypeId} and hour <= h.hour
          order by hour desc limit 1) r`,
  )
  const byHour = new Map<number, Record<number, string>>(hours.map((hour) => [hour, {}]))
  for (const { assetTypeId, hour, mid } of rows) Object.assign(byHour.get(hour) ?? {}, { [assetTypeId]: mid })
  return times.map((atMs): RatePoint => ({ atMs, mids: byHour.get(hourOf(atMs)) ?? {} }))
})

/** Times in one lookup at most: more than any page of a statement has. */
const LOOKUPS_MAX = 200

/** The rate of each coin at a time: the last one of its hour, or of the last hour that has one; null before the first. */
export const ratesAt = Effect.fn("ratesAt")(function* (
  baseAssetTypeId: number,
  times: ReadonlyArray<{ readonly assetTypeId: number; readonly at: Date }>,
) {
  const { client: sql } = yield* Sql
  const lookups = times.slice(0, LOOKUPS_MAX)
  if (lookups.length === 0) return []
  const [ids, hours] = [lookups.map(({ assetTypeId }) => assetTypeId), lookups.map(({ at }) => hourOf(at.getTime()))]
  // Raw: one index probe per row, by a lateral join over unnest.
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly mid: string | null }>>`
      select r.mid
      from unnest(${ids}::int[], ${hours}::int[]) with ordinality h (asset_type_id, hour, place)
        left join lateral (
          select mid from read.rate_hour
          where asset_type_id = h.asset_type_id and base_asset_type_id = ${baseAssetTypeId} and hour <= h.hour
          order by hour desc limit 1) r on true
      order by h.place`,
  )
  return rows.map(({ mid }) => mid)
})

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)
