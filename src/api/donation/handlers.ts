import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { parseUnits } from "#core/ledger"
import { PaydayProofs, Subscriptions } from "#core/subscriptions"
import { type DonationRefused, Donations } from "#core/wallet"
import { findPerson } from "#projections/accounts"
import { cyclesOfPayday } from "#projections/subscriptions"
import { DONATIONS_PAGE, type DonationEntry, listDonations, waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { Api } from "../Api.ts"
import { badField } from "../badField.ts"
import { seatOf } from "../channel/offers.handlers.ts"
import { changeRule, findCreator, readCreators, readTerms, refuseRule, rulesAfter } from "../channel/rules.handlers.ts"
import { answer, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { refusePayment } from "../refusePayment.ts"
import { requireMember } from "../requireMember.ts"
import { digitsOf, parsePositionCursor, toAmountText } from "../walletFields.ts"

export const DonationHandlers = HttpApiBuilder.group(
  Api,
  "Donation",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const [donations, subscriptions, proofs] = [yield* Donations, yield* Subscriptions, yield* PaydayProofs]
    const limited = yield* limitedAsStandard
    const limitedWriting = yield* writing

    return handlers.handleAll({
      donate: Effect.fn("donate")(function* ({ payload }) {
        const { personId: fromId } = yield* requireMember
        yield* limitedWriting
        const t = translator((yield* CurrentCaller).locale)
        const { userCode, assetTypeId, code = "", password = "", message = "" } = payload
        const amount = parseUnits(payload.amount, digitsOf(assetTypeId) ?? 0)
        if (typeof amount === "string") return yield* badField("amount", t(`walletCall.amount.${amount}`))
        const to = yield* findPerson(userCode)
        if (to === null) return yield* new NotFound(refusal(t("messages.nobody")))
        const donation = { fromId, toId: to.personId, assetTypeId, amount, message, code, password }
        const { donationId, position } = yield* donations.donate(donation).pipe(Effect.catch(refuse))
        yield* waitForWallet(position)
        return answer({ donationId })
      }, provide),

      LoadDonationLimits: Effect.fn("LoadDonationLimits")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const paused = yield* donations.limits(personId)
        const limits = (paused?.amounts ?? []).map(({ assetTypeId, amount }) => ({
          assetTypeId,
          amount: toAmountText(amount, assetTypeId),
        }))
        return answer({ until: paused?.untilMs ?? null, limits })
      }, provide),

      AddSubscribeRule: Effect.fn("AddSubscribeRule")(function* ({ payload }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const added = subscriptions.add(personId, { terms: yield* readTerms(payload) })
        const { position } = yield* added.pipe(Effect.catch(refuseRule))
        return yield* rulesAfter(personId, position)
      }, provide),

      AddCreatorToSubscribeRule: Effect.fn("AddCreatorToSubscribeRule")(function* ({
        payload: { ruleId = 1, channelCode, weight, levelId },
      }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const weights = yield* readCreators([{ channelCode, weight }])
        const seat = levelId && (yield* seatOf(channelCode, weights, false))
        return yield* changeRule(personId, { ruleId }, { weights, ...(seat && { seat }) })
      }, provide),

      RemoveCreatorToSubscribeRule: Effect.fn("RemoveCreatorToSubscribeRule")(function* ({
        payload: { ruleId = 1, channelCode },
      }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        return yield* changeRule(personId, { ruleId }, { weights: new Map([[yield* findCreator(channelCode), 0]]) })
      }, provide),

      LoadDonations: Effect.fn("LoadDonations")(function* ({ payload: { cursor } }) {
        const { personId } = yield* requireMember
        yield* limited
        const rows = yield* listDonations(personId, yield* parsePositionCursor(cursor))
        const next = rows.length === DONATIONS_PAGE ? String(rows.at(-1)?.position) : null
        return answer({ donations: rows.map(toDonation), next })
      }, provide),

      LoadReceipt: Effect.fn("LoadReceipt")(function* ({ payload: { ruleId = 1, cycle } }) {
        const { personId } = yield* requireMember
        yield* limited
        return answer({ receipt: yield* proofs.receiptOf({ personId, number: ruleId, n: cycle }) })
      }, provide),

      LoadIncomeReceipts: Effect.fn("LoadIncomeReceipts")(function* ({ payload: { paydayId } }) {
        const { personId } = yield* requireMember
        yield* limited
        const cycles = yield* cyclesOfPayday(personId, paydayId)
        return answer({ receipts: yield* proofs.incomeReceipts(personId, cycles) })
      }, provide),
    })
  }),
)

const toDonation = ({ position: _, amount, at, ...row }: DonationEntry) => ({
  ...row,
  amount: toAmountText(amount, row.assetTypeId),
  at: at.getTime(),
})

/** The form field that each problem belongs to. */
const FIELD = { zero: "amount", dust: "amount", asset: "assetTypeId", oneself: "userCode", long: "message" } as const

const refuse = Effect.fnUntraced(function* (refused: DonationRefused) {
  const t = translator((yield* CurrentCaller).locale)
  if (refused._tag === "InvalidDonation") return yield* badField(FIELD[refused.problem], t(refused.messageKey))
  if (refused._tag === "RecipientClosed") return yield* new NotFound(refusal(t(refused.messageKey)))
  return yield* refusePayment(refused, "amount")
})
