import { Effect } from "effect"
import type { Network } from "#core/chains"

/** What so many units of an asset are worth in US cents; null where nobody knows. */
export type UsdCentsOf = (assetTypeId: number, units: bigint) => Effect.Effect<bigint | null>

/** Confirmations at which so much counts; where nobody knows what it is worth, as many as for a large amount. */
export const confirmationsFor = ({ assetTypeId, confirmations }: Network, amount: bigint, usdCentsOf: UsdCentsOf) =>
  Effect.map(usdCentsOf(assetTypeId, amount), (cents) =>
    cents !== null && cents < confirmations.largeFromUsdCents ? confirmations.usual : confirmations.large,
  )
