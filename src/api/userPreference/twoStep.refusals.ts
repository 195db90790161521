import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import {
  type ConfirmationRequired,
  type EnrolmentEnded,
  type NoAppPassword,
  type NoPasskey,
  type PasskeyKnown,
  type PasskeyRefused,
  type RemovalLinkEnded,
  type TooManyAppPasswords,
  type TooManyPasskeys,
  TooOften,
  type TwoStepOff,
  type WrongCode,
  type WrongStepCode,
} from "#core/accounts"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Conflict, NotFound, refusal, type TooMany } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { refuse } from "../user/refusals.ts"

/** Refusals that concern one field of the body. */
const FIELD_OF = {
  WrongStepCode: "code",
  WrongCode: "confirmationCode",
  ConfirmationRequired: "confirmationCode",
  EnrolmentEnded: "enrollmentId",
  PasskeyRefused: "passkey",
  RemovalLinkEnded: "link",
} as const
type Unfit = WrongStepCode | WrongCode | ConfirmationRequired | EnrolmentEnded | PasskeyRefused | RemovalLinkEnded
type Missing = NoPasskey | NoAppPassword
type Refusal = Unfit | Missing | TooOften | TwoStepOff | PasskeyKnown | TooManyPasskeys | TooManyAppPasswords

type ErrorFor<R> = R extends Unfit ? BadRequest : R extends TooOften ? TooMany : R extends Missing ? NotFound : Conflict

/** Fails with the reason, in the caller's language, why a sign-in method was not changed or a step not completed. */
export const refuseStep = <R extends Refusal>(
  refused: R,
): Effect.Effect<never, ErrorFor<R>, HttpServerRequest.HttpServerRequest> =>
  refused instanceof TooOften
    ? Effect.mapError(refuse(refused as TooOften), (error) => error as ErrorFor<R>)
    : Effect.flatMap(CurrentCaller, ({ locale }) => {
        const t = translator(locale)
        const message = "count" in refused ? t(refused.messageKey, { count: refused.count }) : t(refused.messageKey)
        return Effect.fail(errorOf(refused, message) as ErrorFor<R>)
      })

const errorOf = ({ _tag }: Exclude<Refusal, TooOften>, message: string): BadRequest | NotFound | Conflict => {
  if (_tag in FIELD_OF) {
    return new BadRequest({ ...refusal(message), errors: { [FIELD_OF[_tag as keyof typeof FIELD_OF]]: [message] } })
  }
  if (_tag === "NoPasskey" || _tag === "NoAppPassword") return new NotFound(refusal(message))
  return new Conflict(refusal(message))
}
