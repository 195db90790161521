import { parseUnits } from "#contract/wallet"
import { offeredCoins } from "../../lib/assetTypes.ts"
import type { Call } from "../../lib/call.ts"
import { loadAssetTypes } from "../wallet/loadAssetTypes.ts"
import type { SpendableBalance } from "./spendableBalance.ts"

/** What the giver has, and whether they owe a code of their authenticator; null where it cannot be had. */
export const loadSpendable = async (
  call: Call,
): Promise<{ readonly balances: ReadonlyArray<SpendableBalance>; readonly needsCode: boolean } | null> => {
  const [own, step] = await Promise.all([
    call<{ readonly balances: ReadonlyArray<{ readonly assetTypeId: number; readonly availableBalance: string }> }>(
      "Balance/LoadBalance",
      {},
      { silent: true },
    ),
    call<{ readonly bind2FA: boolean }>("UserPreference/LoadTwoStep", {}, { silent: true }),
    loadAssetTypes(),
  ])
  if (!own.ok || !step.ok) return null
  const available = new Map(own.data.balances.map((each) => [each.assetTypeId, each.availableBalance]))
  const balances = offeredCoins().flatMap((asset): ReadonlyArray<SpendableBalance> => {
    const units = parseUnits(available.get(asset.assetTypeId) ?? "0", asset.digits)
    return typeof units === "bigint" ? [{ ...asset, available: units }] : []
  })
  return { balances, needsCode: step.data.bind2FA }
}
