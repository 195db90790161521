import { parseUnits } from "#contract/wallet"
import { offeredCoins } from "../../lib/assetTypes.ts"
import type { Call } from "../../lib/call.ts"
import { loadAssetTypes } from "../wallet/loadAssetTypes.ts"
import type { Purse } from "./amount.ts"

/** What the giver has, and whether they owe a code of their authenticator; null where it cannot be had. */
export const loadPurses = async (
  call: Call,
): Promise<{ readonly purses: ReadonlyArray<Purse>; readonly owesCode: boolean } | null> => {
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
  const balances = new Map(own.data.balances.map((each) => [each.assetTypeId, each.availableBalance]))
  const purses = offeredCoins().flatMap((asset): ReadonlyArray<Purse> => {
    const available = parseUnits(balances.get(asset.assetTypeId) ?? "0", asset.digits)
    return typeof available === "bigint" ? [{ ...asset, available }] : []
  })
  return { purses, owesCode: step.data.bind2FA }
}
