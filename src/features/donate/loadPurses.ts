import { parseUnits } from "#contract/wallet"
import { assetTypes } from "../../lib/assetTypes.ts"
import type { Call } from "../../lib/call.ts"
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
  ])
  if (!own.ok || !step.ok) return null
  const purses = own.data.balances.flatMap(({ assetTypeId, availableBalance }): ReadonlyArray<Purse> => {
    const asset = assetTypes.find((each) => each.assetTypeId === assetTypeId)
    const available = asset === undefined ? undefined : parseUnits(availableBalance, asset.digits)
    return asset === undefined || typeof available !== "bigint" ? [] : [{ ...asset, available }]
  })
  return { purses, owesCode: step.data.bind2FA }
}
