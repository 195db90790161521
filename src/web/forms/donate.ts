import { randomUUID } from "node:crypto"
import { parseUnits, unitsText } from "#contract/wallet"
import { assetOf, offeredCoins } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { ownCall } from "../ownCall.ts"
import type { ActingPage } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** Input, problem, and the command id if the donation only has to be confirmed. */
export type DonateView = {
  readonly assetTypeId: number | null
  readonly amount: string
  readonly message: string
  /** Set on the confirmation page. Repeated requests with the same id donate once. */
  readonly commandId: string | undefined
  readonly problem: string | undefined
  /** Whether the amount requires the withdrawal password. */
  readonly needsPassword: boolean
}

const BLANK: DonateView = {
  ...{ assetTypeId: null, amount: "", message: "", commandId: undefined, problem: undefined },
  needsPassword: false,
}

/** Handles the forms of the donation page: check, change and donate. */
export const handleDonateForm = async (
  page: ActingPage,
  userCode: string,
  availableOf: (assetTypeId: number) => bigint,
): Promise<Response | DonateView> => {
  const { request, locals, clientAddress } = page
  if (request.method !== "POST") return BLANK
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ""
  const assetTypeId = offeredCoins().find((each) => String(each.assetTypeId) === field("asset"))?.assetTypeId ?? null
  const view = { ...BLANK, assetTypeId, amount: field("amount"), message: field("message") }
  if (assetTypeId === null) return view
  const { digits } = assetOf(assetTypeId)
  const units = parseUnits(view.amount.replace(/^\./, "0.").replace(/\.$/, ""), digits)
  if (typeof units !== "bigint" || units === 0n || units > availableOf(assetTypeId))
    return { ...view, problem: locals.t("donate.notEnough") }
  const amount = unitsText(units, digits)
  if (field("do") === "change") return { ...view, amount }
  const commandId = field("key") || randomUUID()
  if (field("do") !== "give") return { ...view, amount, commandId }
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
    return { ...view, amount, commandId, problem: answer.message, needsPassword }
  }
  return redirectTo(`${paths.donate(userCode)}&${new URLSearchParams({ given: answer.data.donationId })}`)
}
