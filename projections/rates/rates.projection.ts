import { RateEvents } from "#core/wallet"
import { makeProjection, on, put } from "#projections/runner"
import { rate, rateHour, rateSnapshot } from "./tables.ts"

const HOUR_MS = 3_600_000

/** Current rates, the last rate of each hour, and all snapshots. */
export const rates = makeProjection({
  name: "rates",
  version: 1,
  tables: [rate, rateHour, rateSnapshot],
  handlers: [
    on(RateEvents, {
      "wallet.RatesTaken.v1": ({ snapshotId, origin, takenAt, validUntil, rates: taken }) => [
        ...taken.flatMap(({ assetTypeId, baseAssetTypeId, mid, sources }) => {
          const pair = { asset_type_id: assetTypeId, base_asset_type_id: baseAssetTypeId, mid }
          return [
            put(rate, {
              ...pair,
              sources,
              origin,
              snapshot_id: snapshotId,
              taken_at: takenAt,
              valid_until: validUntil,
            }),
            put(rateHour, { ...pair, hour: Math.floor(Date.parse(takenAt) / HOUR_MS) }),
          ]
        }),
        put(rateSnapshot, {
          snapshot_id: snapshotId,
          origin,
          taken_at: takenAt,
          mids: Object.fromEntries(
            taken.map(({ assetTypeId, baseAssetTypeId, mid }) => [`${assetTypeId}/${baseAssetTypeId}`, mid]),
          ),
        }),
      ],
    }),
  ],
})
