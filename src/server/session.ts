import { Clock, Effect } from "effect"
import { SEEN_PAUSE_MS, SESSION_IDLE_MS_MAX, Sessions, TOKEN_AGE_MS_MAX } from "#core/accounts"
import type { Sql } from "#core/kernel"
import { findMember, type Member } from "#projections/accounts"

/** Holds the token of a session for pages; no script can read it. */
export const SESSION_COOKIE = "quire_session"

/** Who asks. */
export type Visitor = {
  readonly member: Member | null
  /** A new token that replaces the one that came, where that was old. */
  readonly refreshed: string | null
  /** A bearer token came that is no session's, or no longer. */
  readonly hasBadToken: boolean
}

export const GUEST: Visitor = { member: null, refreshed: null, hasBadToken: false }

/** The token of a request: of a call its bearer token, else the cookie's. Lists under /api/Home are everybody's. */
export const tokenOf = (request: Request, path: string, cookie: string | undefined): string | null => {
  if (request.method === "GET" && path.startsWith("/api/Home/")) return null
  const bearer = path.startsWith("/api/") ? bearerOf(request.headers) : null
  return bearer ?? cookie ?? null
}

/** The signed-in person behind a token. Notes now and then that the session is used, and exchanges tokens that are old. */
export const visitorOf = Effect.fn("visitorOf")(function* (
  token: string | null,
  address: string,
): Effect.fn.Return<Visitor, never, Sessions | Sql> {
  const member = token === null ? null : yield* findMember(token)
  if (member === null) return token === null ? GUEST : { ...GUEST, hasBadToken: true }
  const nowMs = yield* Clock.currentTimeMillis
  const rotate = !member.owesStep && nowMs - member.rotatedMs >= TOKEN_AGE_MS_MAX
  if (!rotate && nowMs - member.seenMs < SEEN_PAUSE_MS) return { ...GUEST, member }
  const refreshed = yield* Sessions.use(({ use }) => use(member.sessionId, { address, rotate }))
  return { ...GUEST, member, refreshed }
})

/** The token of an `Authorization: Bearer` header, or null. Tokens in addresses are never looked at. */
const bearerOf = (headers: Headers): string | null => {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ")
  return scheme.toLowerCase() === "bearer" ? token : null
}

/** A `Set-Cookie` value that keeps the token for as long as an unused session lives; without a token, one that drops it. */
export const sessionCookie = (token: string | null, secure: boolean): string => {
  const age = token === null ? 0 : Math.floor(SESSION_IDLE_MS_MAX / 1_000)
  return `${SESSION_COOKIE}=${token ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`
}
