import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Locale } from "#src/i18n/index.ts"
import { BadRequest, Failure, TooLarge, TooMany } from "./envelope.ts"

/** Who makes the call under way, as far as the edge knows. */
export type Caller = {
  readonly locale: Locale
  readonly correlationId: string
  /** The address that limits are counted for. */
  readonly address: string
  /** Who the session belongs to, as the log names them (`user:<code>`); a guest where there is none. */
  readonly actor?: string
}

export const CurrentCaller = Context.Reference<Caller>("src/api/CurrentCaller", {
  defaultValue: () => ({ locale: "en", correlationId: "", address: "" }),
})

/**
 * What stands before every call: turns bodies that do not fit into field errors, and faults of ours into an answer that
 * names the path and the correlation id and tells nothing else.
 */
export class Guard extends HttpApiMiddleware.Service<Guard>()("src/api/Guard", {
  error: [BadRequest, TooLarge, TooMany, Failure],
}) {}
