import { Clock, Effect } from "effect"
import { listAssetTypes } from "#projections/wallet"
import { setAssetTypes } from "#src/lib/assetTypes.ts"

/** Maximum age of the asset types in memory. */
const AGE_MS_MAX = 2_000

// On globalThis, because pages are bundled separately from the process that serves them.
const shared = globalThis as { quireAssetTypesAt?: number }

/** Loads the asset types that this process displays, at most every two seconds. */
export const refreshAssetTypes = Effect.gen(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  if (nowMs - (shared.quireAssetTypesAt ?? 0) < AGE_MS_MAX) return
  shared.quireAssetTypesAt = nowMs
  setAssetTypes(yield* listAssetTypes)
})
