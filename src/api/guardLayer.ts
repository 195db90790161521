import { Cause, Effect, Layer, type Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { writeOutageOf } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, type Busy, Failure, refusal } from "./envelope.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { CurrentCaller, Guard } from "./Guard.ts"
import { cannotSave } from "./tooManyRequestsAnswer.ts"

export const GuardLayer: Layer.Layer<Guard> = Layer.succeed(Guard, (answer) =>
  answer.pipe(
    // A response that fails to encode is our own error, whatever schema failed.
    Effect.catch(
      (error): Effect.Effect<never, BadRequest | Types.unhandled> =>
        isSchemaError(error) && REQUEST.has(error.kind) ? refuse(error) : Effect.fail(error),
    ),
    Effect.catchCause(
      (
        cause,
      ): Effect.Effect<never, BadRequest | Busy | Failure | Types.unhandled, HttpServerRequest.HttpServerRequest> =>
        isFault(cause) ? fail(cause) : Effect.failCause(cause),
    ),
  ),
)

const { is: isSchemaError } = HttpApiError.HttpApiSchemaError
const REQUEST: ReadonlySet<HttpApiError.HttpApiSchemaError["kind"]> = new Set(["Payload", "Query", "Headers", "Params"])

const refuse = Effect.fnUntraced(function* ({ cause }: HttpApiError.HttpApiSchemaError) {
  const { locale } = yield* CurrentCaller
  const errors = fieldErrors(cause, locale)
  return yield* new BadRequest({ ...refusal(translator(locale)("api.badRequest")), errors })
})

const isFault = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasDies(cause) || cause.reasons.some((reason) => Cause.isFailReason(reason) && isSchemaError(reason.error))

const fail = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const { locale, correlationId } = yield* CurrentCaller
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const [path = url] = url.split("?")
  yield* Effect.logError("call failed", { path, correlationId }, cause)
  if (writeOutageOf(Cause.squash(cause)) !== null) return yield* Effect.flatMap(cannotSave, Effect.fail)
  return yield* new Failure(refusal(translator(locale)("api.failure", { path, correlationId })))
})
