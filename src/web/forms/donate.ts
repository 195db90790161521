import { randomUUID } from "node:crypto"
import { unitsText } from "#contract/wallet"
import { assetOf, offeredCoins } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import type { Prices } from "../../lib/prices.ts"
import { ownCall } from "../ownCall.ts"
import { enteredAmount } from "./enteredAmount.ts"
import type { ActingPage } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** Input, problem, and the command id if the donation only has to be confirmed. */
export type DonateView = {
  readonly assetTypeId: number | null
  readonly amount: string
  /** The base currency if the amount was entered in it; empty for the coin. */
  readonly currency: string
  readonly message: string
  /** Set on the confirmation page. Repeated requests with the same id donate once. */
  readonly commandId: string | undefined
  readonly problem: string | undefined
  /** Whether the amount requires the withdrawal password. */
  readonly needsPassword: boolean
}

const BLANK: DonateView = {
  ...{ assetTypeId: null, amount: "", currency: "", message: "", commandId: undefined, problem: undefined },
  needsPassword: false,
}

/** Handles the forms of the donation page: check, change and donate. */
export const handleDonateForm = async (
  page: ActingPage,
  userCode: string,
  { availableOf, prices }: { readonly availableOf: (assetTypeId: number) => bigint; readonly prices: Prices | null },
): Promise<Response | DonateView> => {
  const { request, locals, clientAddress } = page
  if (request.method !== "POST") return BLANK
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ""
  const assetTypeId = offeredCoins().find((each) => String(each.assetTypeId) === field("asset"))?.assetTypeId ?? null
  const view = {
    ...BLANK,
    assetTypeId,
    amount: field("amount"),
    currency: field("currency"),
    message: field("message"),
  }
  if (assetTypeId === null) return view
  const { digits } = assetOf(assetTypeId)
  const units = enteredAmount(form, assetTypeId, prices)
  if (units === "noPrice") return { ...view, problem: locals.t("walletCall.amount.noPrice") }
  if (typeof units !== "bigint" || units === 0n || units > availableOf(assetTypeId))
    return { ...view, problem: locals.t("donate.notEnough") }
  const amount = unitsText(units, digits)
  if (field("do") === "change") return { ...view, amount, currency: "" }
  const commandId = field("key") || randomUUID()
  if (field("do") !== "give") return { ...view, amount, currency: "", commandId }
  const payload = {
    userCode,
    assetTypeId,
    amount,
    message: view.message,
    code: field("code"),
    password: field("password"),
  }
  const asker = { request, locals, clientAddress, commandId }
  const answer = await ownCall("Donation/donate", payload, asker)
  if (!answer.ok) {
    const needsPassword = form.has("password") || answer.errors["password"] !== undefined
    return { ...view, amount, currency: "", commandId, problem: answer.message, needsPassword }
  }
  return redirectTo(`${paths.donate(userCode)}&${new URLSearchParams({ given: answer.data.donationId })}`)
}
