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

/** Somebody who just proved their address has nothing to see before the read model has them. */
const FRESH_MS_MAX = 5_000
const USER_AGENT_LENGTH_MAX = 500

/** Where the sign-in under way comes from. */
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

/**
 * Hands a session over that began, and ends the one that the browser had: anyone who signs in where somebody was signed in
 * does not leave them behind.
 */
export const startSession = Effect.fnUntraced(function* (begun: SignedInSession) {
  const { member: before } = yield* CurrentCaller
  if (before !== null) yield* Sessions.use(({ end }) => end(before.personId, before.sessionId))
  return yield* sendSession(begun)
})

/** Hands a session over: the cookies go with the answer, the token and whose it is stand in it. */
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

/** A person's own account in the words of the wire, at least as new as a position; null where it is gone. */
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

/** Lets the browser forget the session. */
export const dropSession = Effect.suspend(() => setCookie(SESSION_COOKIE, "", 0))

/** Lets the browser keep something that no script reads. */
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
