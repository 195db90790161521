import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Points of one line at most. */
const POINTS_MAX = 400
const HOUR_MS = 3_600_000

/** The mids that held at one moment, by the asset's id. An asset without a rate by then is absent. */
export type RatePoint = { readonly atMs: number; readonly mids: Readonly<Record<number, string>> }

export type RateHistory = {
  readonly baseAssetTypeId: number
  readonly fromMs: number
  readonly toMs: number
  /** How many, 2 to 400; the first at `fromMs`, the last at `toMs`, as far from each other. */
  readonly points: number
}

/** What assets cost at moments that lie evenly between two: the last rate of the hour, or of the last hour that has one. */
export const rateHistory = Effect.fn("rateHistory")(function* (asked: RateHistory) {
  const { client: sql } = yield* Sql
  const count = Math.min(Math.max(asked.points, 2), POINTS_MAX)
  const moments = Array.from({ length: count }, (_, place) =>
    Math.round(asked.fromMs + ((asked.toMs - asked.fromMs) * place) / (count - 1)),
  )
  const hours = [...new Set(moments.map(hourOf))]
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly assetTypeId: number; readonly hour: number; readonly mid: string }>>`
      select a.asset_type_id as "assetTypeId", h.hour, r.mid
      from (select distinct asset_type_id from read.rate where base_asset_type_id = ${asked.baseAssetTypeId}) a
        cross join unnest(${hours}::int[]) h (hour)
        cross join lateral (
          select mid from read.rate_hour
          where asset_type_id = a.asset_type_id and base_asset_type_id = ${asked.baseAssetTypeId} and hour <= h.hour
          order by hour desc limit 1) r`,
  )
  const byHour = new Map<number, Record<number, string>>(hours.map((hour) => [hour, {}]))
  for (const { assetTypeId, hour, mid } of rows) Object.assign(byHour.get(hour) ?? {}, { [assetTypeId]: mid })
  return moments.map((atMs): RatePoint => ({ atMs, mids: byHour.get(hourOf(atMs)) ?? {} }))
})

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)
