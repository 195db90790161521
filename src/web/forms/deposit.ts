import { assetOf, coins, offeredCoins } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { type ActingPage, callOf } from "./Page.ts"
import { leadTo, readForm } from "./readForm.ts"

/** The coin that the page's address names, as `asset=LTC`; the first of all where it names none. */
export const depositedAsset = (url: URL): number => {
  const name = url.searchParams.get("asset")?.toUpperCase()
  const offered = offeredCoins()
  return (offered.find((each) => each.name === name) ?? offered[0])?.assetTypeId ?? 1
}

/** The same where coins leave: those of an asset that is offered no more can be named too. */
export const withdrawnAsset = (url: URL): number => {
  const name = url.searchParams.get("asset")?.toUpperCase()
  return coins().find((each) => each.name === name)?.assetTypeId ?? depositedAsset(url)
}

/** Carries out what a form of the page asks for. Answers where that leads, or what is wrong with it. */
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
  return answer.ok ? leadTo(paths.depositOf(assetOf(assetTypeId).name)) : answer.message
}
