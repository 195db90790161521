import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type {
  AlreadyUsed,
  CodeChosen,
  NoAccount,
  NoInvitesLeft,
  Overloaded,
  TooOften,
  UnfitField,
  WrongCode,
  WrongCredentials,
} from "#core/accounts"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Busy, Conflict, refusal, type TooMany, Unauthorized } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { tooManyRequestsAnswer } from "../tooManyRequestsAnswer.ts"

type Refusal =
  | CodeChosen
  | Overloaded
  | NoAccount
  | NoInvitesLeft
  | AlreadyUsed
  | TooOften
  | UnfitField
  | WrongCode
  | WrongCredentials

/**
 * The HTTP error of each account refusal. Wrong passwords and codes are 400, because a 401 would sign the caller out.
 */
type ErrorFor<R> = R extends UnfitField | WrongCode | WrongCredentials
  ? BadRequest
  : R extends TooOften
    ? TooMany
    : R extends Overloaded
      ? Busy
      : R extends NoAccount
        ? Unauthorized
        : Conflict

/** Fails with an account refusal in the caller's language. */
export const refuse = <R extends Refusal>(
  refused: R,
): Effect.Effect<never, ErrorFor<R>, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(said(refused), (error) => Effect.fail(error as ErrorFor<R>))

const said = Effect.fnUntraced(function* (refused: Refusal) {
  const t = translator((yield* CurrentCaller).locale)
  if (refused._tag === "TooOften") return yield* tooManyRequestsAnswer(refused.seconds)
  const message = t(refused.messageKey)
  switch (refused._tag) {
    case "UnfitField":
      return new BadRequest({ ...refusal(message), errors: { [refused.field]: [message] } })
    case "WrongCode":
      return new BadRequest({ ...refusal(message), errors: { code: [message] } })
    case "WrongCredentials":
      return new BadRequest({ ...refusal(message), errors: { password: [message] } })
    case "Overloaded":
      return new Busy(refusal(message))
    case "NoAccount":
      return new Unauthorized(refusal(message))
    default:
      return new Conflict(refusal(message))
  }
})
