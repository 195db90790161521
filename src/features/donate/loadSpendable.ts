import { parseUnits } from "#contract/wallet"
import { offeredCoins } from "../../lib/assetTypes.ts"
import type { Call } from "../../lib/call.ts"
import { loadAssetTypes } from "../wallet/loadAssetTypes.ts"
import type { SpendableBalance } from "./spendableBalance.ts"

/** The balances of the donor, their limits and whether a code of their authenticator is required; null if loading failed. */
export const loadSpendable = async (
  call: Call,
): Promise<{
  readonly balances: ReadonlyArray<SpendableBalance>
  readonly needsCode: boolean
  /** When the limits end, in milliseconds since 1970; null without limits. */
  readonly until: number | null
} | null> => {
  const [own, step, paused] = await Promise.all([
    call<{ readonly balances: ReadonlyArray<{ readonly assetTypeId: number; readonly availableBalance: string }> }>(
      "Balance/LoadBalance",
      {},
      { silent: true },
    ),
    call<{ readonly bind2FA: boolean }>("UserPreference/LoadTwoStep", {}, { silent: true }),
    call<{
      readonly until: number | null
      readonly limits: ReadonlyArray<{ readonly assetTypeId: number; readonly amount: string }>
    }>("Donation/LoadDonationLimits", {}, { silent: true }),
    loadAssetTypes(),
  ])
  if (!own.ok || !step.ok || !paused.ok) return null
  const available = new Map(own.data.balances.map((each) => [each.assetTypeId, each.availableBalance]))
  const balances = offeredCoins().flatMap((asset): ReadonlyArray<SpendableBalance> => {
    const units = parseUnits(available.get(asset.assetTypeId) ?? "0", asset.digits)
    const most = paused.data.limits.find(({ assetTypeId }) => assetTypeId === asset.assetTypeId)
    const limit = most && parseUnits(most.amount, asset.digits)
    return typeof units === "bigint"
      ? [{ ...asset, available: units, limit: typeof limit === "bigint" ? limit : null }]
      : []
  })
  return { balances, needsCode: step.data.bind2FA, until: paused.data.until }
}
