import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Member } from "#contract/accounts"
import type { Locale } from "#src/i18n/index.ts"
import { BadRequest, Busy, Failure, TooLarge, TooMany } from "./envelope.ts"

/** The caller of the current request, as far as the edge knows. */
export type Caller = {
  readonly locale: Locale
  readonly correlationId: string
  /** The address to which rate limits apply. */
  readonly address: string
  /** The signed-in person who calls; null for a guest. */
  readonly member: Member | null
  /** The token belongs to no session. The caller believes to be signed in and must get an error. */
  readonly hasBadToken?: boolean
}

export const CurrentCaller = Context.Reference<Caller>("src/api/CurrentCaller", {
  defaultValue: () => ({ locale: "en", correlationId: "", address: "", member: null }),
})

/**
 * Runs before every call: turns schema errors into field errors, and defects into a response that reveals only the path
 * and the correlation id.
 */
export class Guard extends HttpApiMiddleware.Service<Guard>()("src/api/Guard", {
  error: [BadRequest, TooLarge, TooMany, Busy, Failure],
}) {}
