import type { RateOrigin } from "#core/wallet"
import { is, table } from "#projections/runner"

/** What an asset costs in a base currency now, as far as is known. */
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

/** The last of each hour, which lines over days and months are drawn from. The hour is counted from 1970. */
export const rateHour = table(
  "rate_hour",
  { asset_type_id: is.int, base_asset_type_id: is.int, hour: is.int, mid: is.text },
  { key: ["asset_type_id", "base_asset_type_id", "hour"] },
)

/** Every snapshot, because what was priced names the one by which it was. */
export const rateSnapshot = table(
  "rate_snapshot",
  { snapshot_id: is.text, origin: is.textOf<RateOrigin>(), taken_at: is.at, mids: is.json<SnapshotMids>() },
  { key: ["snapshot_id"] },
)

/** Mids by the ids of asset and base currency: `{ "1/4": "67123.45" }`. */
export type SnapshotMids = Readonly<Record<string, string>>
