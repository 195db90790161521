import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, BadRequest, Busy, Conflict, describedAs, TooMany, Unauthorized } from "../envelope.ts"

const Password = Schema.String.check(Schema.isMaxLength(1_000))
const Code = Schema.String.check(Schema.isMaxLength(12))

/** The withdrawal password. */
export const withdrawalPasswordEndpoints = [
  HttpApiEndpoint.post("SetupWithdrawalPassword", "/SetupWithdrawalPassword", {
    payload: Schema.Struct({
      password: Password,
      /** One of three: the current withdrawal password, a mailed code, or a code of the authenticator. */
      oldPassword: Schema.optionalKey(Password),
      mailCode: Schema.optionalKey(Code),
      code: Schema.optionalKey(Code),
    }),
    success: answerOf(Schema.Struct({ pausedUntil: Schema.NullOr(Schema.Int) })),
    error: [Unauthorized, BadRequest, Conflict, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Chooses the password that withdrawals ask for. The code of a mail is one of User/SendConfirmationCode for a password. " +
        "Without the password so far, withdrawals stop for 24 hours, unless there was none.",
    ),
  ),
] as const
