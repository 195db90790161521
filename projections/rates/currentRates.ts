import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { RATE_PAIRS, type RateOrigin } from "#core/wallet"

/** What one whole of an asset costs, as it was last found out. */
export type CurrentRate = {
  readonly assetTypeId: number
  readonly baseAssetTypeId: number
  /** Exact decimal text. */
  readonly mid: string
  readonly sources: ReadonlyArray<string>
  /** `demo`: made up, to be shown as such. */
  readonly origin: RateOrigin
  /** What priced entries keep. */
  readonly snapshotId: string
  readonly takenAt: Date
  /** From then on it is shown with its age, and prices nothing. */
  readonly validUntil: Date
}

/** The rates of all pairs, or of those in one base currency. There are few, and none before the first was taken. */
export const currentRates = Effect.fn("currentRates")(function* (baseAssetTypeId?: number) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<CurrentRate>>`
      select asset_type_id as "assetTypeId", base_asset_type_id as "baseAssetTypeId", mid, sources, origin,
        snapshot_id as "snapshotId", taken_at as "takenAt", valid_until as "validUntil"
      from read.rate
      where ${baseAssetTypeId ?? null}::int is null or base_asset_type_id = ${baseAssetTypeId ?? null}
      order by base_asset_type_id, asset_type_id`,
  )
})

/** Whether something may be priced by a rate. */
export const isValidAt = ({ validUntil }: CurrentRate, nowMs: number): boolean => nowMs < validUntil.getTime()

/** `BTC/USD`, as configuration and operators know it. */
export const pairName = ({ assetTypeId, baseAssetTypeId }: PairIds): string =>
  RATE_PAIRS.find((each) => each.assetTypeId === assetTypeId && each.baseAssetTypeId === baseAssetTypeId)?.name ??
  `${assetTypeId}/${baseAssetTypeId}`
type PairIds = Pick<CurrentRate, "assetTypeId" | "baseAssetTypeId">
