import { defineMiddleware } from "astro:middleware"
import type { APIContext, MiddlewareNext } from "astro"
import { Clock, Effect } from "effect"
import { AppConfig } from "#core/kernel"
import { isGlassOpen, OperatorSessions, Operators, PASSKEYS_MIN, permissionsOf } from "#core/operators"
import { negotiateLocale } from "../i18n/negotiate.ts"
import { parseCookies } from "../lib/cookies.ts"
import { accessOf } from "./access.ts"
import { LANGUAGE_COOKIE, operatorCookie, SECURITY_HEADERS } from "./http.ts"
import type { ConsoleLocals } from "./locals.ts"
import { run } from "./runtime.ts"
import { consoleText } from "./texts/index.ts"

/** Resolves the operator of each request, decides whether they may open the page, and sets the security headers. */
export const onRequest = defineMiddleware(async (context, next) => {
  const response = await answer(context, next)
  for (const [name, value] of SECURITY_HEADERS) response.headers.set(name, value)
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store")
  if (context.locals.correlationId !== undefined) response.headers.set("x-correlation-id", context.locals.correlationId)
  return response
})

const answer = async (context: APIContext, next: MiddlewareNext): Promise<Response> => {
  const { url, request } = context
  const { consoleOrigin } = await run(AppConfig)
  if (isForeign(request, consoleOrigin)) return new Response("Forbidden", { status: 403 })
  const access = accessOf(url.pathname)

  const cookies = parseCookies(request.headers.get("cookie"))
  const found = await run(findOperator(cookies.get(operatorCookie(consoleOrigin)) ?? ""))
  const locale = negotiateLocale(cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language"))
  const locals: ConsoleLocals = {
    operator: found?.operator ?? null,
    mayAct: found !== null && found.keys >= PASSKEYS_MIN,
    sessionId: found?.sessionId ?? null,
    glass: found?.glass ?? [],
    t: consoleText(locale),
    clientAddress: context.locals.clientAddress ?? "",
  }
  Object.assign(context.locals, { console: locals })

  if (access === null) return next("/404")
  if (access === "everyone") return next()
  if (locals.operator === null)
    return context.redirect(`/signin?to=${encodeURIComponent(url.pathname + url.search)}`, 303)
  if (access === "operator") return next()
  if (!locals.mayAct) return context.redirect("/passkeys", 303)
  if (!permissionsOf(locals.operator.roles).has(access)) return next("/forbidden")
  return next()
}

/** Browsers send both headers with a form of ours. A request without them is refused, unlike at the site. */
const isForeign = ({ method, headers }: Request, consoleOrigin: string): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  headers.get("sec-fetch-site") !== "same-origin" &&
  headers.get("origin") !== consoleOrigin

const findOperator = Effect.fn("findOperator")(function* (token: string) {
  const session = yield* OperatorSessions.use((sessions) => sessions.find(token, "browser"))
  if (session === null) return null
  const { operatorId, sessionId } = session
  const operators = yield* Operators
  const operator = yield* operators.find(operatorId)
  if (operator?.status !== "active") return null
  const nowMs = yield* Clock.currentTimeMillis
  const glass = (yield* operators.list).flatMap(({ name, status, glass: taken }) =>
    taken !== null && isGlassOpen({ status, glass: taken }, nowMs) ? [{ name, endsMs: taken.endsMs }] : [],
  )
  return { operator, sessionId, glass, keys: (yield* operators.passkeys(operatorId)).length }
})
