import { Clock, Effect } from "effect"
import type { Member } from "#core/accounts"
import { SEEN_PAUSE_MS, SESSION_IDLE_MS_MAX, Sessions, TOKEN_AGE_MS_MAX } from "#core/accounts"
import type { Sql } from "#core/kernel"
import { findViewed, type MemberView } from "./memberView.ts"

/** Holds the token of a session for pages; no script can read it. */
export const SESSION_COOKIE = "quire_session"
export const SESSION_AGE_S = SESSION_IDLE_MS_MAX / 1_000

/** Tells a browser that somebody signed in from before; random, and nothing hangs on it but a mail. */
export const BROWSER_COOKIE = "quire_browser"
export const BROWSER_AGE_S = 400 * 86_400

/** Who asks. */
export type Visitor = {
  readonly member: Member | null
  /** What pages show of them; null where no page asks. */
  readonly view: MemberView | null
  /** A bearer token came that is no session's, or no longer, and no cookie that is: its sender must be told. */
  readonly hasBadToken: boolean
  /** The token for the header `x-refresh-token`, where the bearer token that came is to be replaced. */
  readonly bearer: string | null
  /** The token for the cookie, where the one that came is to be replaced; "" where the cookie is good for nothing. */
  readonly cookie: string | null
}

export const GUEST: Visitor = { member: null, view: null, hasBadToken: false, bearer: null, cookie: null }

/** What a request brings to say who asks. */
export type Tokens = { readonly bearer: string | null; readonly cookie: string | null }

const NONE: Tokens = { bearer: null, cookie: null }

/** What any cache on the way may keep and give to others: there is no session in it. */
const SHARED = /^\/(?:img|_image|site\.webmanifest|feeds\/[^/]+)\/?$/

/**
 * The tokens of a request. Bearer tokens are for calls; lists under /api/Home and what caches share are everybody's;
 * addresses hold none.
 */
export const tokensOf = (request: Request, path: string, cookie: string | undefined): Tokens => {
  if (request.method === "GET" && (path.startsWith("/api/Home/") || SHARED.test(path))) return NONE
  return { bearer: path.startsWith("/api/") ? bearerOf(request.headers) : null, cookie: cookie ?? null }
}

/**
 * The signed-in person behind the tokens of a request. Notes now and then that the session is used, and exchanges
 * tokens that are old. Scripts keep the token that the cookie holds and do not hear of it when a page exchanges that: their
 * next call brings an old one beside a cookie that counts, and gets back what the cookie holds.
 */
export const visitorOf = Effect.fn("visitorOf")(function* (
  { bearer, cookie }: Tokens,
  address: string,
  isPage = false,
): Effect.fn.Return<Visitor, never, Sessions | Sql> {
  if (bearer === null && cookie === null) return GUEST
  const byBearer = bearer === null ? null : yield* findViewed(bearer, isPage)
  const found = byBearer ?? (cookie === null ? null : yield* findViewed(cookie, isPage))
  if (found === null) return { ...GUEST, hasBadToken: bearer !== null, cookie: cookie === null ? null : "" }
  const { member } = found
  const visitor = { ...GUEST, ...found, bearer: bearer !== null && byBearer === null ? cookie : null }
  const nowMs = yield* Clock.currentTimeMillis
  const rotate = !member.owesStep && nowMs - member.rotatedMs >= TOKEN_AGE_MS_MAX
  if (!rotate && nowMs - member.seenMs < SEEN_PAUSE_MS) return visitor
  const token = yield* Sessions.use(({ use }) => use(member.sessionId, { address, rotate }))
  if (token === null) return visitor
  return { ...visitor, bearer: bearer === null ? null : token, cookie: cookie === null ? null : token }
})

/** The token of an `Authorization: Bearer` header, or null. Tokens in addresses are never looked at. */
const bearerOf = (headers: Headers): string | null => {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ")
  return scheme.toLowerCase() === "bearer" ? token : null
}

/** A `Set-Cookie` value that keeps the token for as long as an unused session lives; without a token, one that drops it. */
export const sessionCookie = (token: string | null, secure: boolean): string => {
  const age = token === null ? 0 : SESSION_AGE_S
  return `${SESSION_COOKIE}=${token ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`
}

/**
 * Sends tokens that were exchanged back the way they came, and drops a cookie that no longer counts. An answer that any
 * cache may keep never holds either: whoever gets it from there would get somebody's session.
 */
export const keepSession = ({ bearer, cookie }: Visitor, headers: Headers, secure: boolean): void => {
  if (/\bpublic\b|\bs-maxage\b/i.test(headers.get("cache-control") ?? "")) return
  if (bearer !== null && !headers.has("x-refresh-token")) headers.set("x-refresh-token", bearer)
  // Who has just signed in or out has a cookie that says so.
  const isSaid = headers.getSetCookie().some((each) => each.startsWith(`${SESSION_COOKIE}=`))
  if (cookie !== null && !isSaid) headers.append("set-cookie", sessionCookie(cookie === "" ? null : cookie, secure))
}
