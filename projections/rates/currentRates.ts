import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import { RATE_PAIRS } from "#core/wallet"
import { readModels } from "#projections/runner"
import { rate } from "./tables.ts"

const rates = readModels(rate)
  .selectFrom("read.rate")
  .select([
    "asset_type_id as assetTypeId",
    "base_asset_type_id as baseAssetTypeId",
    "mid",
    "sources",
    "origin",
    "snapshot_id as snapshotId",
    "taken_at as takenAt",
    "valid_until as validUntil",
  ])
  .orderBy("base_asset_type_id")
  .orderBy("asset_type_id")

/** The last rate of a pair. After `validUntil` it is shown with its age, and prices nothing. */
export type CurrentRate = InferResult<typeof rates>[number]

/** The last rates of all pairs, or of those in one base currency. */
export const currentRates = Effect.fn("currentRates")(function* (baseAssetTypeId?: number) {
  const { query } = yield* Sql
  return yield* query(baseAssetTypeId === undefined ? rates : rates.where("base_asset_type_id", "=", baseAssetTypeId))
})

/**
 * The last prices in a base currency as clients get them. Stale ones are shown with their age, and amounts are not
 * converted with them.
 */
export const listPrices = Effect.fn("listPrices")(function* (baseAssetTypeId: number, nowMs: number) {
  return (yield* currentRates(baseAssetTypeId)).map((each) => ({
    assetTypeId: each.assetTypeId,
    mid: each.mid,
    takenAt: each.takenAt.getTime(),
    isValid: isValidAt(each, nowMs),
    isDemo: each.origin === "demo",
  }))
})

/** Whether a rate may be used for pricing. */
export const isValidAt = ({ validUntil }: CurrentRate, nowMs: number): boolean => nowMs < validUntil.getTime()

/** `BTC/USD`, as in configuration and CLI. */
export const pairName = ({
  assetTypeId,
  baseAssetTypeId,
}: Pick<CurrentRate, "assetTypeId" | "baseAssetTypeId">): string =>
  RATE_PAIRS.find((each) => each.assetTypeId === assetTypeId && each.baseAssetTypeId === baseAssetTypeId)?.name ??
  `${assetTypeId}/${baseAssetTypeId}`
