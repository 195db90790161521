import { Clock, Effect } from "effect"
import { listAssetTypes } from "#projections/wallet"
import { setAssetTypes } from "#src/lib/assetTypes.ts"

/** How long a process goes by what it knows of asset types. */
const AGE_MS_MAX = 2_000

// On globalThis, because pages are built apart from the process that serves them.
const held = globalThis as { quireAssetTypesAt?: number }

/** Has asset types as operators have set them, for everything in this process that shows an amount. */
export const refreshAssetTypes = Effect.gen(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  if (nowMs - (held.quireAssetTypesAt ?? 0) < AGE_MS_MAX) return
  held.quireAssetTypesAt = nowMs
  setAssetTypes(yield* listAssetTypes)
})
