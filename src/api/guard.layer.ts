import { Effect, type Layer } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, refusal } from "./envelope.ts"
import { fieldErrors } from "./fieldErrors.ts"
import { CurrentCaller, Guard } from "./Guard.ts"

/** Answers a body that does not fit its schema with the fields that are wrong. */
export const GuardLayer: Layer.Layer<Guard> = HttpApiMiddleware.layerSchemaErrorTransform(
  Guard,
  Effect.fnUntraced(function* (error) {
    const { locale } = yield* CurrentCaller
    return yield* new BadRequest({ ...refusal(translator(locale)("api.badRequest")), errors: fieldErrors(error.cause) })
  }),
)
