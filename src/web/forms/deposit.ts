import { assetOf, coins, offeredCoins } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { type ActingPage, callOf } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** The coin in the page address (`asset=LTC`), or the first one. */
export const depositedAsset = (url: URL): number => {
  const name = url.searchParams.get("asset")?.toUpperCase()
  const offered = offeredCoins()
  return (offered.find((each) => each.name === name) ?? offered[0])?.assetTypeId ?? 1
}

/** The same for withdrawals, including coins that accept no deposits any more. */
export const withdrawnAsset = (url: URL): number => {
  const name = url.searchParams.get("asset")?.toUpperCase()
  return coins().find((each) => each.name === name)?.assetTypeId ?? depositedAsset(url)
}

/** Handles the forms of the deposit page. Returns a redirect, or the problem. */
export const handleDepositForm = async (
  page: ActingPage,
  assetTypeId: number,
): Promise<Response | string | undefined> => {
  if (page.request.method !== "POST") return undefined
  const call = callOf(page)
  const what = (await readForm(page.request)).get("do")
  const answer =
    what === "new"
      ? await call("Balance/LoadDepositAddress", { assetTypeId, wantsNew: true })
      : await call("Balance/DemoCoins", { assetTypeId })
  return answer.ok ? redirectTo(paths.depositOf(assetOf(assetTypeId).name)) : answer.message
}
