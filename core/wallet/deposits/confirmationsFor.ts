import { Effect } from "effect"
import type { Network } from "#core/chains"

/** Value of an amount in US cents; null if there is no valid rate. */
export type UsdCentsOf = (assetTypeId: number, units: bigint) => Effect.Effect<bigint | null>

/** Confirmations required for an amount. Without a rate, the amount counts as large. */
export const confirmationsFor = ({ assetTypeId, confirmations }: Network, amount: bigint, usdCentsOf: UsdCentsOf) =>
  Effect.map(usdCentsOf(assetTypeId, amount), (cents) =>
    cents !== null && cents < confirmations.largeFromUsdCents ? confirmations.usual : confirmations.large,
  )
