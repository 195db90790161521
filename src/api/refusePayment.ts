import { Effect } from "effect"
import type { CommandReused, Frozen } from "#core/ledger"
import type { PaymentRefused } from "#core/wallet"
import { translator } from "#src/i18n/index.ts"
import { formatOf } from "#src/lib/format.ts"
import { badField } from "./badField.ts"
import { Busy, Conflict, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"
import { tooManyRequestsAnswer } from "./tooManyRequestsAnswer.ts"

/** Fails with the refusal of a payment, in the caller's language. @param amountField the field that sets the amount */
export const refusePayment = Effect.fnUntraced(function* (
  refused: PaymentRefused | Frozen | CommandReused,
  amountField: string,
) {
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  if (refused._tag === "TooOften") return yield* Effect.flatMap(tooManyRequestsAnswer(refused.seconds), Effect.fail)
  if (refused._tag === "DonationsPaused") {
    const time = formatOf(locale, "UTC").dateTime(new Date(refused.untilMs))
    return yield* new Conflict(refusal(t(refused.messageKey, { time })))
  }
  const message = t(refused.messageKey)
  switch (refused._tag) {
    case "NotEnough":
      return yield* badField(amountField, message)
    case "SecondFactorRequired":
    case "WrongStepCode":
      return yield* badField("code", message)
    case "PasswordRequired":
    case "ReauthenticationRequired":
    case "NoWithdrawalPassword":
    case "WrongWithdrawalPassword":
      return yield* badField("password", message)
    case "Overloaded":
      return yield* new Busy(refusal(message))
    default:
      return yield* new Conflict(refusal(message))
  }
})
