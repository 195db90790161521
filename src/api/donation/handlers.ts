import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Sql } from "#core/kernel"
import { parseUnits } from "#core/ledger"
import { type DonationRefused, Donations } from "#core/wallet"
import { findPerson } from "#projections/accounts"
import { DONATIONS_PAGE, type DonationEntry, listDonations, waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { formatOf } from "#src/lib/format.ts"
import { Api } from "../Api.ts"
import { badField } from "../badField.ts"
import { answer, Busy, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { tooManyRequestsAnswer } from "../tooManyRequestsAnswer.ts"
import { digitsOf, parsePositionCursor, toAmountText } from "../walletFields.ts"

export const DonationHandlers = HttpApiBuilder.group(
  Api,
  "Donation",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Sql>())
    const donations = yield* Donations
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

      LoadDonations: Effect.fn("LoadDonations")(function* ({ payload: { cursor } }) {
        const { personId } = yield* requireMember
        yield* limited
        const rows = yield* listDonations(personId, yield* parsePositionCursor(cursor))
        const next = rows.length === DONATIONS_PAGE ? String(rows.at(-1)?.position) : null
        return answer({ donations: rows.map(toDonation), next })
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
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  if (refused._tag === "TooOften") return yield* Effect.flatMap(tooManyRequestsAnswer(refused.seconds), Effect.fail)
  if (refused._tag === "DonationsPaused") {
    const time = formatOf(locale, "UTC").dateTime(new Date(refused.untilMs))
    return yield* new Conflict(refusal(t(refused.messageKey, { time })))
  }
  const message = t(refused.messageKey)
  switch (refused._tag) {
    case "InvalidDonation":
      return yield* badField(FIELD[refused.problem], message)
    case "NotEnough":
      return yield* badField("amount", message)
    case "SecondFactorRequired":
    case "WrongStepCode":
      return yield* badField("code", message)
    case "PasswordRequired":
    case "ReauthenticationRequired":
    case "NoWithdrawalPassword":
    case "WrongWithdrawalPassword":
      return yield* badField("password", message)
    case "RecipientClosed":
      return yield* new NotFound(refusal(message))
    case "Overloaded":
      return yield* new Busy(refusal(message))
    default:
      return yield* new Conflict(refusal(message))
  }
})
