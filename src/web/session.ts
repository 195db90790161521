import { Clock, Effect } from "effect"
import type { Member } from "#core/accounts"
import { SEEN_PAUSE_MS, SESSION_IDLE_MS_MAX, Sessions, TOKEN_AGE_MS_MAX } from "#core/accounts"
import { ProbeReaders } from "#core/chat"
import type { Sql } from "#core/kernel"
import { LeakProbes, PROBE_HEADER, type ProbeLevel } from "#core/publishing"
import { readFollows } from "#projections/follows"
import { findMemberView, type MemberView } from "./memberView.ts"

/** The HttpOnly cookie of the session token. */
export const SESSION_COOKIE = "quire_session"
export const SESSION_AGE_S = SESSION_IDLE_MS_MAX / 1_000

/** Recognises a browser that signed in before; random, and used only for notification mails. */
export const BROWSER_COOKIE = "quire_browser"
export const BROWSER_AGE_S = 400 * 86_400

/** Who asks. */
export type Visitor = {
  readonly member: Member | null
  /** Data for pages; null for calls and files. */
  readonly view: MemberView | null
  /** Whether an invalid bearer token was sent without a valid cookie: the response must be 401. */
  readonly hasBadToken: boolean
  /** The new bearer token for `x-refresh-token`, if it was rotated. */
  readonly bearer: string | null
  /** The new cookie token, if it was rotated; "" if the cookie is invalid. */
  readonly cookie: string | null
  /** The level of a reader of the search for leaks; null for everybody else. */
  readonly probeLevel: ProbeLevel | null
}

export const GUEST: Visitor = {
  ...{ member: null, view: null, hasBadToken: false, bearer: null, cookie: null },
  probeLevel: null,
}

/** A token of the search for leaks, and the request that it came with. */
export type ProbeToken = { readonly token: string; readonly method: string; readonly target: string }

/** The tokens of a request. */
export type Tokens = {
  readonly bearer: string | null
  readonly cookie: string | null
  readonly probe?: ProbeToken
}

const NONE: Tokens = { bearer: null, cookie: null }

/** Responses that shared caches may store: no session applies to them. */
const SHARED = /^\/(?:img|_image|site\.webmanifest|feeds\/(?:(?:channel|mine)\/[^/]+\/)?[^/]+)\/?$/

/**
 * The tokens of a request. Bearer tokens are for calls; lists under /api/Home and shared responses need none; tokens in
 * addresses are ignored.
 */
export const readTokens = (request: Request, path: string, cookie: string | undefined): Tokens => {
  if (request.method === "GET" && (path.startsWith("/api/Home/") || SHARED.test(path))) return NONE
  const bearer = path.startsWith("/api/") ? bearerOf(request.headers) : null
  const token = request.headers.get(PROBE_HEADER)
  const tokens = { bearer, cookie: cookie ?? null }
  if (token === null) return tokens
  return { ...tokens, probe: { token, method: request.method, target: `${path}${new URL(request.url).search}` } }
}

/**
 * The signed-in person behind the tokens of a request. Notes now and then that the session is used, and exchanges
 * tokens that are old. Scripts keep the token that the cookie holds and do not hear of it when a page exchanges that: their
 * next call brings an old one beside a cookie that counts, and gets back what the cookie holds.
 */
export const findVisitor = Effect.fn("findVisitor")(function* (
  { bearer, cookie, probe }: Tokens,
  address: string,
  isPage = false,
): Effect.fn.Return<Visitor, never, Sessions | Sql | LeakProbes> {
  const probed = probe === undefined ? null : yield* findProbeReader(probe)
  if (probed !== null) return { ...GUEST, ...probed, view: isPage ? NOTHING_READ : null }
  if (bearer === null && cookie === null) return GUEST
  const byBearer = bearer === null ? null : yield* findMemberView(bearer, isPage)
  const found = byBearer ?? (cookie === null ? null : yield* findMemberView(cookie, isPage))
  if (found === null) return { ...GUEST, hasBadToken: bearer !== null, cookie: cookie === null ? null : "" }
  const { member } = found
  const visitor = { ...GUEST, ...found, bearer: bearer !== null && byBearer === null ? cookie : null }
  const nowMs = yield* Clock.currentTimeMillis
  const rotate = !member.isSecondStepPending && nowMs - member.rotatedMs >= TOKEN_AGE_MS_MAX
  if (!rotate && nowMs - member.seenMs < SEEN_PAUSE_MS) return visitor
  const token = yield* Sessions.use(({ use }) => use(member.sessionId, { address, rotate }))
  if (token === null) return visitor
  return { ...visitor, bearer: bearer === null ? null : token, cookie: cookie === null ? null : token }
})

/** The reader of a request of the search for leaks (`LeakProbes`), who has no account; null without a valid token. */
export const findProbeReader = Effect.fnUntraced(function* ({ token, method, target }: ProbeToken) {
  const [nowMs, probes, readers] = [yield* Clock.currentTimeMillis, yield* LeakProbes, yield* ProbeReaders]
  const probeLevel = probes.read(token, { method, target }, nowMs)
  if (probeLevel === null) return null
  const personId = readers.admit(probeLevel, nowMs)
  const member: Member = {
    ...{ sessionId: personId, personId, userCode: PROBE_CODE, channelCode: null, displayName: null, userName: null },
    ...{ headerImage: null, locale: "en", preferences: {}, credited: false, isSecondStepPending: false },
    ...{ seenMs: nowMs, rotatedMs: nowMs },
  }
  return { member, probeLevel }
})

/** Nobody can have this code: it has letters that codes do not have. */
const PROBE_CODE = "QI-PROBE"
const NOTHING_READ: MemberView = { follows: readFollows(undefined), unread: 0, unreadChats: 0 }

/** The token of an `Authorization: Bearer` header, or null. */
const bearerOf = (headers: Headers): string | null => {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ")
  return scheme.toLowerCase() === "bearer" ? token : null
}

/** The `Set-Cookie` value of a session token, valid as long as an unused session; null deletes the cookie. */
export const sessionCookie = (token: string | null, secure: boolean): string => {
  const age = token === null ? 0 : SESSION_AGE_S
  return `${SESSION_COOKIE}=${token ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`
}

/**
 * Returns rotated tokens the way they came, and deletes an invalid cookie. Responses that shared caches may store
 * never contain tokens: others would receive the session.
 */
export const writeSessionHeaders = ({ bearer, cookie }: Visitor, headers: Headers, secure: boolean): void => {
  if (/\bpublic\b|\bs-maxage\b/i.test(headers.get("cache-control") ?? "")) return
  if (bearer !== null && !headers.has("x-refresh-token")) headers.set("x-refresh-token", bearer)
  // Signing in or out has already set the cookie.
  const isSaid = headers.getSetCookie().some((each) => each.startsWith(`${SESSION_COOKIE}=`))
  if (cookie !== null && !isSaid) headers.append("set-cookie", sessionCookie(cookie === "" ? null : cookie, secure))
}
