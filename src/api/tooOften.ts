import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { translator } from "#src/i18n/index.ts"
import { refusal, TooMany } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** The refusal of what came too often, in the caller's language; its header says when to come back. */
export const tooOften = Effect.fnUntraced(function* (seconds: number) {
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds))),
  )
  const message = translator((yield* CurrentCaller).locale)("api.tooMany", { count: seconds })
  return new TooMany({ ...refusal(message), retryAfterSeconds: seconds })
})
