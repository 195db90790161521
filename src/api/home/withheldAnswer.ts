import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { translator } from "#src/i18n/index.ts"
import { withheldPicture } from "#src/web/images/withheldPicture.ts"
import { refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"

/** The answer of a call for a picture that operators withhold; null if they do not. */
export const withheldAnswer = Effect.fn("withheldAnswer")(function* (address: string) {
  const withheld = yield* withheldPicture(address)
  if (withheld === null) return null
  const said = refusal(translator((yield* CurrentCaller).locale)("withheld.title"))
  return HttpServerResponse.text(JSON.stringify(said), { ...withheld, contentType: "application/json" })
})
