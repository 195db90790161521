import { createHash, randomUUID } from "node:crypto"
import { SPEEDS, unitsText } from "#contract/wallet"
import { amountProblem } from "../../components/wallet/amountProblem.ts"
import type { WithdrawPage } from "../../components/wallet/loadWithdrawPage.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import type { Prices } from "../../lib/prices.ts"
import { ownCall } from "../ownCall.ts"
import { enteredAmount } from "./enteredAmount.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** What the person confirms. */
export type Confirmation = {
  /** Repeated requests with the same id withdraw once. */
  readonly commandId: string
  readonly address: string
  readonly fee: string
  /** Digest of everything shown. The form is refused if it returns other values. */
  readonly shown: string
}

/** Input, problems, and the confirmation if there is one. */
export type WithdrawView = FormRefusal & {
  readonly entryId: string
  readonly amount: string
  /** The base currency if the amount was entered in it; empty for the coin. */
  readonly currency: string
  readonly speed: string
  readonly confirmation: Confirmation | undefined
}

const BLANK: WithdrawView = {
  ...NO_REFUSAL,
  entryId: "",
  amount: "",
  currency: "",
  speed: "normal",
  confirmation: undefined,
}

type PageContent = Pick<WithdrawPage, "option" | "entries"> & {
  readonly available: bigint
  readonly prices: Prices | null
}

/** Handles the forms of the withdrawal page: check, send, change and cancel. */
export const handleWithdrawForm = async (
  page: ActingPage,
  assetTypeId: number,
  { option, entries, available, prices }: PageContent,
): Promise<Response | WithdrawView> => {
  const { request, locals } = page
  if (request.method !== "POST") return BLANK
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ""
  const { name, digits } = assetOf(assetTypeId)
  if (field("do") === "cancel") {
    const answer = await callOf(page)("Balance/CancelWithdrawal", { withdrawalId: field("withdrawal") })
    return answer.ok ? redirectTo(paths.withdrawOf(name)) : { ...BLANK, ...toFormRefusal(answer) }
  }
  const speed = SPEEDS.find((each) => each === field("speed")) ?? "normal"
  const entered = { ...BLANK, entryId: field("entry"), amount: field("amount"), currency: field("currency"), speed }
  const units = enteredAmount(form, assetTypeId, prices)
  if (units === "noPrice") return { ...entered, errors: { amount: [locals.t("walletCall.amount.noPrice")] } }
  if (typeof units === "string" || units === 0n) {
    const problem = locals.t(`walletCall.amount.${typeof units === "string" ? units : "notDecimal"}`)
    return { ...entered, errors: { amount: [problem] } }
  }
  const view = { ...entered, amount: unitsText(units, digits), currency: "" }
  const entry = entries.find(({ entryId }) => entryId === view.entryId)
  if (entry === undefined) return { ...view, errors: { entryId: [locals.t("withdrawCall.entry.none")] } }
  if (field("do") === "change") return view
  const fee = option?.fees.find((each) => each.speed === speed)?.fee
  if (option === undefined || fee === undefined) return { ...view, problem: locals.t("withdrawCall.off") }
  const confirmationOf = (
    shown: { readonly address: string; readonly fee: string },
    commandId: string,
  ): Confirmation => ({
    ...shown,
    commandId,
    shown: digestOf([assetTypeId, view.entryId, shown.address, view.amount, shown.fee, speed, commandId]),
  })
  const fresh = { ...view, confirmation: confirmationOf({ address: entry.address, fee }, randomUUID()) }
  if (field("do") !== "send") {
    const unfit = amountProblem(units, { ...option, digits, fee, available })
    return unfit === null ? fresh : { ...entered, errors: { amount: [locals.t(unfit)] } }
  }
  const sent = confirmationOf({ address: field("address"), fee: field("fee") }, field("key"))
  // Only what the page showed is sent.
  if (sent.shown !== field("shown") || sent.address !== entry.address)
    return { ...fresh, problem: locals.t("withdraw.moved") }
  return send(page, { view: { ...view, confirmation: sent }, fresh, assetTypeId, proof: field })
}

type Sending = {
  readonly view: WithdrawView & { readonly confirmation: Confirmation }
  /** The current values, to be confirmed again. */
  readonly fresh: WithdrawView
  readonly assetTypeId: number
  readonly proof: (name: string) => string
}

const send = async (
  { request, locals, clientAddress }: ActingPage,
  { view, fresh, assetTypeId, proof }: Sending,
): Promise<Response | WithdrawView> => {
  const { entryId, amount, speed, confirmation } = view
  const payload = {
    ...{ assetTypeId, entryId, address: confirmation.address, amount, fee: confirmation.fee, speed },
    ...{ withdrawalPassword: proof("withdrawalPassword"), code: proof("code") },
  }
  const answer = await ownCall("Balance/Withdraw", payload, {
    request,
    locals,
    clientAddress,
    commandId: confirmation.commandId,
  })
  if (answer.ok) return redirectTo(paths.withdrawOf(assetOf(assetTypeId).name))
  const refused = toFormRefusal(answer, "withdrawalPassword", "code", "amount", "entryId")
  // A changed fee must be confirmed again.
  if (answer.errors["fee"] !== undefined) return { ...fresh, ...refused }
  const isEntered = ["amount", "entryId"].some((name) => answer.errors[name] !== undefined)
  return { ...view, confirmation: isEntered ? undefined : confirmation, ...refused }
}

const digestOf = (shown: ReadonlyArray<string | number>): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("base64url")
