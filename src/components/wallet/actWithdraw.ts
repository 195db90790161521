import { randomUUID } from "node:crypto"
import { parseUnits, SPEEDS, unitsText } from "#contract/wallet"
import { assetOf } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { leadTo, readForm } from "../../server/forms.ts"
import { ownCall } from "../../server/ownCall.ts"
import { type ActingPage, callOf } from "../account/acts/Page.ts"
import type { WithdrawPage } from "./readWithdraw.ts"

/** What the page for withdrawing shows: what was entered, what is wrong with it, or what is to be confirmed. */
export type WithdrawView = {
  readonly entryId: string
  readonly amount: string
  readonly speed: string
  /** There once it only has to be confirmed: makes it happen once, however often it is sent. */
  readonly sure: { readonly commandId: string; readonly address: string; readonly fee: string } | undefined
  readonly problem: string | undefined
}

const BLANK: WithdrawView = { entryId: "", amount: "", speed: "normal", sure: undefined, problem: undefined }

/** Carries out what a form of the page asks for: a look at what is to be withdrawn, the withdrawal, or giving one up. */
export const actWithdraw = async (
  page: ActingPage,
  assetTypeId: number,
  { option, entries }: Pick<WithdrawPage, "option" | "entries">,
): Promise<Response | WithdrawView> => {
  const { request, locals, clientAddress } = page
  if (request.method !== "POST") return BLANK
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ""
  const { name, digits } = assetOf(assetTypeId)
  const here = paths.withdrawOf(name)
  if (field("do") === "cancel") {
    const answer = await callOf(page)("Balance/CancelWithdrawal", { withdrawalId: field("withdrawal") })
    return answer.ok ? leadTo(here) : { ...BLANK, problem: answer.message }
  }
  const speed = SPEEDS.find((each) => each === field("speed")) ?? "normal"
  const view = { ...BLANK, entryId: field("entry"), amount: field("amount"), speed }
  const entry = entries.find(({ entryId }) => entryId === view.entryId)
  const units = parseUnits(view.amount.replace(/^\./, "0.").replace(/\.$/, ""), digits)
  const problem = typeof units === "string" ? units : units === 0n ? "notDecimal" : undefined
  if (typeof units === "string" || problem !== undefined)
    return { ...view, problem: locals.t(`walletCall.amount.${problem ?? "notDecimal"}`) }
  if (entry === undefined) return { ...view, problem: locals.t("withdrawCall.entry.none") }
  const amount = unitsText(units, digits)
  if (field("do") === "change") return { ...view, amount }
  const fee = field("fee") || option?.fees.find((each) => each.speed === speed)?.fee
  if (fee === undefined) return { ...view, problem: locals.t("withdrawCall.off") }
  const sure = { commandId: field("key") || randomUUID(), address: field("address") || entry.address, fee }
  if (field("do") !== "send") return { ...view, amount, sure }
  const payload = {
    ...{ assetTypeId, entryId: entry.entryId, address: sure.address, amount, fee, speed },
    ...{ withdrawalPassword: field("withdrawalPassword"), code: field("code") },
  }
  const answer = await ownCall("Balance/Withdraw", payload, {
    ...{ request, locals, clientAddress },
    commandId: sure.commandId,
  })
  if (answer.ok) return leadTo(here)
  // A fee that moved is shown anew, and agreed to anew.
  const isMoved = answer.errors["fee"] !== undefined
  return { ...view, amount, sure: isMoved ? undefined : sure, problem: answer.message }
}
