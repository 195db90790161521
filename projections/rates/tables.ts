import type { RateOrigin } from "#core/wallet"
import { is, table } from "#projections/runner"

/** The last rate of each pair. */
export const rate = table(
  "rate",
  {
    asset_type_id: is.int,
    base_asset_type_id: is.int,
    /** Exact decimal text. */
    mid: is.text,
    sources: is.texts,
    origin: is.textOf<RateOrigin>(),
    snapshot_id: is.text,
    taken_at: is.at,
    valid_until: is.at,
  },
  { key: ["asset_type_id", "base_asset_type_id"] },
)

/** The last rate of each hour (hours since 1970), for charts. */
export const rateHour = table(
  "rate_hour",
  { asset_type_id: is.int, base_asset_type_id: is.int, hour: is.int, mid: is.text },
  { key: ["asset_type_id", "base_asset_type_id", "hour"] },
)

/** Every snapshot, because everything priced names one. */
export const rateSnapshot = table(
  "rate_snapshot",
  { snapshot_id: is.text, origin: is.textOf<RateOrigin>(), taken_at: is.at, mids: is.json<SnapshotMids>() },
  { key: ["snapshot_id"] },
)

/** Rates by the ids of asset and base currency: `{ "1/4": "67123.45" }`. */
export type SnapshotMids = Readonly<Record<string, string>>
