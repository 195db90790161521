import { Effect } from "effect"
import type { AddressRefused } from "#core/chains"
import type { CommandReused } from "#core/ledger"
import type { InvalidAddressEntry, NoWithdrawal, TooLate, WithdrawalRefused } from "#core/wallet"
import { translator } from "#src/i18n/index.ts"
import { formatOf } from "#src/lib/format.ts"
import { badField } from "../badField.ts"
import { type BadRequest, Busy, Conflict, NotFound, refusal, type TooMany } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { tooManyRequestsAnswer } from "../tooManyRequestsAnswer.ts"

/** The form field that each problem belongs to. */
const UNFIT = { asset: "assetTypeId", zero: "amount", minimum: "amount", dust: "amount", fee: "fee" } as const
const ENTRY = { full: "label", known: "address", label: "label", asset: "assetTypeId" } as const

type Refused = WithdrawalRefused | NoWithdrawal | TooLate

/** The HTTP error of each refusal. A wrong password or code is a 400, because a 401 would sign the caller out. */
type HttpErrorOf<R> = R extends { readonly _tag: "TooOften" }
  ? TooMany
  : R extends { readonly _tag: "Overloaded" | "WithdrawalsOff" }
    ? Busy
    : R extends { readonly _tag: "AddressEntryNotFound" | "NoWithdrawal" | "AddressLeft" }
      ? NotFound
      : R extends {
            readonly _tag:
              | "TooLate"
              | "TooManyUnsigned"
              | "Frozen"
              | "CommandReused"
              | "NoWithdrawalPassword"
              | "WithdrawalsPaused"
          }
        ? Conflict
        : BadRequest

/** Fails with the HTTP error of a refusal, in the language of the caller. */
export const refuseWithdrawal = <R extends Refused>(refused: R) =>
  Effect.flatMap(toHttpError(refused), (error) => Effect.fail(error as HttpErrorOf<R>))

const toHttpError = Effect.fnUntraced(function* (refused: Refused) {
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  if (refused._tag === "TooOften") return yield* tooManyRequestsAnswer(refused.seconds)
  if (refused._tag === "WithdrawalsPaused") {
    const time = formatOf(locale, "UTC").dateTime(new Date(refused.untilMs))
    return new Conflict(refusal(t(refused.messageKey, { time })))
  }
  const message = t(refused.messageKey)
  switch (refused._tag) {
    case "UnfitWithdrawal":
      return badField(UNFIT[refused.problem], message)
    case "NotEnough":
    case "DailyLimit":
    case "IdentityRequired":
      return badField("amount", message)
    case "FeeMoved":
      return badField("fee", message)
    case "AddressEntryOnHold":
      return badField("entryId", message)
    case "WrongWithdrawalPassword":
      return badField("withdrawalPassword", message)
    case "SecondFactorRequired":
    case "WrongStepCode":
      return badField("code", message)
    case "Overloaded":
    case "WithdrawalsOff":
      return new Busy(refusal(message))
    case "AddressEntryNotFound":
    case "AddressLeft":
    case "NoWithdrawal":
      return new NotFound(refusal(message))
    default:
      return new Conflict(refusal(message))
  }
})

/** Fails with the HTTP error of a refused address, with the suggested address if there is one. */
export const refuseEntry = Effect.fnUntraced(function* (refused: InvalidAddressEntry | AddressRefused | CommandReused) {
  const t = translator((yield* CurrentCaller).locale)
  if (refused._tag === "CommandReused") return yield* new Conflict(refusal(t(refused.messageKey)))
  if (refused._tag === "InvalidAddressEntry") return yield* badField(ENTRY[refused.problem], t(refused.messageKey))
  const { reason, instead, chain } = refused
  const text =
    reason === "otherChain" || reason === "otherNetwork"
      ? t(`withdrawCall.address.${reason}`, { chain: chain ?? "" })
      : t(`withdrawCall.address.${reason}`)
  const message = instead === undefined ? text : `${text} ${t("withdrawCall.address.instead", { address: instead })}`
  return yield* badField("address", message)
})
