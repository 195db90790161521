import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Locale } from "#src/i18n/index.ts"
import { BadRequest, TooLarge, TooMany } from "./envelope.ts"

/** Who makes the call under way, as far as the edge knows. */
export type Caller = {
  readonly locale: Locale
  readonly correlationId: string
  /** The address that limits are counted for. */
  readonly address: string
  /** The command id that the client sent in `Idempotency-Key`, or null. */
  readonly commandId: string | null
}

export const CurrentCaller = Context.Reference<Caller>("src/api/CurrentCaller", {
  defaultValue: () => ({ locale: "en", correlationId: "", address: "", commandId: null }),
})

/** What stands before every call: turns undecodable bodies into field errors. */
export class Guard extends HttpApiMiddleware.Service<Guard>()("src/api/Guard", {
  error: [BadRequest, TooLarge, TooMany],
}) {}
