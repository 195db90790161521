import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Member } from "#contract/accounts"
import type { Locale } from "#src/i18n/index.ts"
import { BadRequest, Busy, Failure, TooLarge, TooMany } from "./envelope.ts"

/** Who makes the call under way, as far as the edge knows. */
export type Caller = {
  readonly locale: Locale
  readonly correlationId: string
  /** The address that limits are counted for. */
  readonly address: string
  /** The signed-in person who calls; null for a guest. */
  readonly member: Member | null
  /** A token came that is no session's: anyone who sent it believes to be signed in, and must be told. */
  readonly hasBadToken?: boolean
}

export const CurrentCaller = Context.Reference<Caller>("src/api/CurrentCaller", {
  defaultValue: () => ({ locale: "en", correlationId: "", address: "", member: null }),
})

/**
 * What stands before every call: turns bodies that do not fit into field errors, and faults of ours into an answer that
 * names the path and the correlation id and tells nothing else.
 */
export class Guard extends HttpApiMiddleware.Service<Guard>()("src/api/Guard", {
  error: [BadRequest, TooLarge, TooMany, Busy, Failure],
}) {}
