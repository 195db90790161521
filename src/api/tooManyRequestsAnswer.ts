import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { translator } from "#src/i18n/index.ts"
import { Busy, refusal, TooMany } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** The rate limit refusal in the caller's language; its header says when to retry. */
export const tooManyRequestsAnswer = Effect.fnUntraced(function* (seconds: number) {
  yield* retryAfter(seconds)
  const message = translator((yield* CurrentCaller).locale)("api.tooMany", { count: seconds })
  return new TooMany({ ...refusal(message), retryAfterSeconds: seconds })
})

/** When to retry a call after a failed write. */
export const SAVING_RETRY_SECONDS = 30

/** The refusal while the disk is full or the database is unavailable, in the caller's language. */
export const cannotSave = Effect.gen(function* () {
  yield* retryAfter(SAVING_RETRY_SECONDS)
  return new Busy(refusal(translator((yield* CurrentCaller).locale)("api.cannotSave")))
})

const retryAfter = (seconds: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds))),
  )
