import { defineMiddleware } from "astro:middleware"
import { translator } from "./i18n/index.ts"
import { negotiateLocale } from "./i18n/negotiate.ts"
import { accessOf } from "./lib/access.ts"
import { COOKIES, formatCookie, parseCookies } from "./lib/cookies.ts"
import { parseFollowsCookie } from "./lib/followsCookie.ts"
import { formatOf } from "./lib/format.ts"
import { isNotice, NOTICE_AGE_S_MAX, type Notice } from "./lib/notices.ts"
import { paths } from "./lib/paths.ts"
import { DEFAULT_TIME_ZONE, isTheme, isTimeZone } from "./lib/preferences.ts"
import { headersFor, isForeignPost, makeNonce } from "./server/security.ts"
import { siteFrom } from "./server/site.ts"

const site = siteFrom(process.env)

/** Who is asking and in what language; who may see what; and what a browser may do with the answer. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals, isPrerendered } = context
  if (isPrerendered) return next()
  const { headers } = request
  const cookies = parseCookies(headers.get("cookie"))
  const chosenTheme = cookies.get(COOKIES.theme)
  const chosenZone = cookies.get(COOKIES.timeZone)
  const locale = negotiateLocale(cookies.get(COOKIES.locale), headers.get("accept-language"))
  const timeZone = isTimeZone(chosenZone) ? chosenZone : DEFAULT_TIME_ZONE
  const notice = cookies.get(COOKIES.notice)
  const https = (site.origin ?? url.origin).startsWith("https:")
  const path = url.pathname
  const isCall = path.startsWith("/api/")

  Object.assign(locals, {
    locale,
    timeZone,
    path,
    address: path + url.search,
    site,
    t: translator(locale),
    theme: isTheme(chosenTheme) ? chosenTheme : "system",
    format: formatOf(locale, timeZone),
    follows: parseFollowsCookie(cookies.get(COOKIES.follows)),
    notice: isNotice(notice) ? notice : undefined,
    nonce: makeNonce(),
    correlationId: correlationOf(request, locals),
    allow: { frames: [], connections: [] },
  } satisfies App.Locals)

  const response = await answer(context, next, isCall)

  const secured = response.headers
  for (const [name, value] of headersFor({
    nonce: locals.nonce,
    https,
    allow: locals.allow,
    rendered: secured.get(CSP),
  }))
    secured.set(name, value)
  secured.set("x-correlation-id", locals.correlationId)
  if (isHtml(secured)) {
    // A page differs by cookies and language, so nobody but the reader's own browser may keep it, and that must ask.
    if (!secured.has("cache-control")) secured.set("cache-control", "private, no-cache")
    if (locals.notice !== undefined) secured.append("set-cookie", formatCookie(COOKIES.notice, "", 0))
  }
  return response
})

/** The server names a request before it comes here; where none did, its error page still has to speak of the same one. */
const correlations = new WeakMap<Request, string>()
const correlationOf = (request: Request, given: Partial<App.Locals>): string => {
  const id = given.correlationId ?? correlations.get(request) ?? crypto.randomUUID()
  correlations.set(request, id)
  return id
}

const CSP = "content-security-policy"
type Context = Parameters<typeof onRequest>[0]
type Next = Parameters<typeof onRequest>[1]

const answer = async ({ request, url }: Context, next: Next, isCall: boolean): Promise<Response> => {
  if (isForeignPost(request.method, request.headers)) return new Response("Foreign origin", { status: 403 })
  if (isCall) return next()
  if (isEmptySearch(url)) return redirect(paths.search(""))
  switch (accessOf(url.pathname)) {
    case "member":
      return redirect(paths.signIn, "please-signin")
    case "inPlace":
      return next(paths.signIn)
    case "public":
      return next()
  }
}

/** A search for nothing is a look at the feeds; a browser without scripts arrives here with an empty `kw`. */
const isEmptySearch = (url: URL): boolean =>
  url.pathname === "/newsfeeds/search" && url.searchParams.get("kw")?.trim() === "" && !url.searchParams.has("type")

const redirect = (location: string, notice?: Notice): Response => {
  const headers = new Headers({ location })
  if (notice !== undefined) headers.append("set-cookie", formatCookie(COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 302, headers })
}

const isHtml = (headers: Headers): boolean => headers.get("content-type")?.startsWith("text/html") === true
