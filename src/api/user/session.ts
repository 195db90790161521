import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type RequestContext, Sessions, type SignedInSession, SignIns } from "#core/accounts"
import { AppConfig, type Sql } from "#core/kernel"
import { findProfile } from "#projections/accounts"
import { waitFor } from "#projections/runner"
import { parseCookies } from "#src/lib/cookies.ts"
import { BROWSER_AGE_S, BROWSER_COOKIE, SESSION_AGE_S, SESSION_COOKIE } from "#src/web/session.ts"
import { CurrentCaller } from "../Guard.ts"
import { toUser } from "./wire.ts"

/** A person who just verified their address needs the read model to have them. */
const FRESH_MS_MAX = 5_000
const USER_AGENT_LENGTH_MAX = 500

/** Where the current sign-in comes from. */
export const requestContext = Effect.gen(function* () {
  const { address } = yield* CurrentCaller
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const browser = parseCookies(headers["cookie"] ?? null).get(BROWSER_COOKIE) ?? null
  return {
    address,
    userAgent: (headers["user-agent"] ?? "").slice(0, USER_AGENT_LENGTH_MAX),
    browser,
  } satisfies RequestContext
})

/** Returns a new session and ends the browser's earlier one, so that it does not remain after another sign-in. */
export const startSession = Effect.fnUntraced(function* (begun: SignedInSession) {
  const { member: before } = yield* CurrentCaller
  if (before !== null) yield* Sessions.use(({ end }) => end(before.personId, before.sessionId))
  return yield* sendSession(begun)
})

/** Returns a session: sets the cookies; the body contains the token and its person. */
export const sendSession = Effect.fnUntraced(function* (begun: SignedInSession) {
  const { personId, token, isSecondStepPending, hasSecondStep, browser, position } = begun
  yield* setCookie(SESSION_COOKIE, token, SESSION_AGE_S)
  if (browser !== null) yield* setCookie(BROWSER_COOKIE, browser, BROWSER_AGE_S)
  return {
    user: isSecondStepPending ? null : yield* userOf(personId, { position, hasSecondStep }),
    token,
    secondStep: isSecondStepPending,
  }
})

/** A person's own account in the wire format, at least as new as a position; null if it was deleted. */
export const userOf = Effect.fnUntraced(function* (
  personId: string,
  { position = 0, hasSecondStep }: { readonly position?: number; readonly hasSecondStep?: boolean } = {},
): Effect.fn.Return<ReturnType<typeof toUser> | null, never, Sql | SignIns> {
  const known = yield* findProfile(personId)
  if (known === null && position > 0) yield* waitFor("accounts", position, FRESH_MS_MAX)
  const profile = known ?? (yield* findProfile(personId))
  if (profile === null) return null
  return toUser(profile, hasSecondStep ?? (yield* SignIns.use((signIns) => signIns.hasSecondStep(personId))))
})

/** Deletes the session cookies of the browser. */
export const dropSession = Effect.suspend(() => setCookie(SESSION_COOKIE, "", 0))

/** Sets a cookie that scripts cannot read. */
export const setCookie = Effect.fnUntraced(function* (name: string, value: string, maxAge_s: number) {
  const { publicOrigin } = yield* AppConfig
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setCookieUnsafe(response, name, value, {
        path: "/",
        maxAge: `${maxAge_s} seconds`,
        httpOnly: true,
        sameSite: "lax",
        secure: publicOrigin.startsWith("https:"),
      }),
    ),
  )
})
