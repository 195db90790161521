import { defineMiddleware } from "astro:middleware"
import type { APIContext, MiddlewareNext } from "astro"
import { writeOutageOf } from "#core/kernel"
import { PROBE_HEADER } from "#core/publishing"
import { takePageToken } from "./api/limits.ts"
import { SAVING_RETRY_SECONDS } from "./api/tooManyRequestsAnswer.ts"
import { translator } from "./i18n/index.ts"
import { negotiateLocale, readerLanguages } from "./i18n/negotiate.ts"
import { accessOf, isPersonalPage } from "./lib/access.ts"
import { COOKIES, formatCookie, parseCookies, SERVER_COOKIES } from "./lib/cookies.ts"
import { parseFollowsCookie } from "./lib/followsCookie.ts"
import { formatOf } from "./lib/format.ts"
import { isNotice, NOTICE_AGE_S_MAX, type Notice } from "./lib/notices.ts"
import { paths } from "./lib/paths.ts"
import { DEFAULT_TIME_ZONE, isDensity, isTextSize, isTheme, isTimeZone } from "./lib/preferences.ts"
import { parseSavedCookie } from "./lib/savedCookie.ts"
import { type RequestReads, withReads } from "./process/requestReads.ts"
import { run } from "./process/runtime.ts"
import { acceptsForeignPosts } from "./web/acceptsForeignPosts.ts"
import { serveExport } from "./web/exporting/serveExport.ts"
import { isReaderCall } from "./web/greader/isReaderCall.ts"
import type { FileServer } from "./web/http/openSite.ts"
import { PageParts } from "./web/http/PageParts.ts"
import { inlineHashes } from "./web/inlineHashes.ts"
import { serveMedia } from "./web/media/serveMedia.ts"
import { serveMemberFile } from "./web/media/serveMemberFile.ts"
import { findMemberView, isPage, type MemberAndView, type MemberView } from "./web/memberView.ts"
import { chooseReads, sendMark } from "./web/readReplicas.ts"
import { returnCookie, returnToOf } from "./web/returnTo.ts"
import { headersFor, isForeignPost, makeNonce } from "./web/security.ts"
import { findVisitor, GUEST, readTokens, SESSION_COOKIE, type Visitor, writeSessionHeaders } from "./web/session.ts"
import { siteFrom } from "./web/site.ts"
import { refreshAssetTypes } from "./web/wallet/refreshAssetTypes.ts"

const site = siteFrom(process.env)
// The process that serves the build calls it for files of posts (src/web/main.ts).
Object.assign(globalThis, {
  quireFiles: async (...[request, response]: Parameters<FileServer>) => {
    for (const serve of [serveMedia, serveMemberFile, serveExport])
      if (await serve(request, response, site.https)) return true
    return false
  },
})

const OWN_POLICY: ReadonlySet<string> = new Set(["content-security-policy", "cross-origin-resource-policy"])

/** Resolves session, language and access of each request, and sets the security headers of its response. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next()
  const reads = await chooseReads(context.request, context.url.pathname)
  const locals = Object.assign(context.locals, localsOf(context), await visiting(context, reads))
  const response = await reported(
    withReads(reads, () => answer(context, next)),
    locals,
  )
  const { headers } = response
  const { nonce, allow, correlationId } = locals
  for (const [name, value] of headersFor({ nonce, allow, https: site.https, inline: inlineHashes })) {
    // Files of people have a stricter policy of their own.
    if (!OWN_POLICY.has(name) || !headers.has(name)) headers.set(name, value)
  }
  // The development server injects inline styles and scripts.
  if (__QUIRE_DEV__) headers.delete("content-security-policy")
  headers.set("x-correlation-id", correlationId)
  writeSessionHeaders(locals.visitor, headers, site.https)
  if (locals.visitor.probeLevel !== null) headers.set(PROBE_HEADER, String(locals.visitor.probeLevel))
  await sendMark(reads, context.request, context.url.pathname, response, site.https)
  if (isPage(locals.path) && headers.get("cache-control")?.includes("public") !== true) {
    const { member, returnTo } = locals
    const cookie = returnCookie({ request: context.request, url: context.url, isMember: member !== null, returnTo })
    if (cookie !== undefined) headers.append("set-cookie", cookie)
  }
  if (headers.get("content-type")?.startsWith("text/html") === true) {
    // Pages depend on cookies and language: only the reader's browser may cache them, and must revalidate.
    const isKept = locals.member === null || !isPersonalPage(locals.path)
    if (!headers.has("cache-control")) headers.set("cache-control", isKept ? "private, no-cache" : "no-store")
    if (locals.notice !== undefined) headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, "", 0))
  }
  return response
})

/** Without a token, nothing is queried. */
const visiting = async (context: APIContext, reads: RequestReads | null): Promise<Visiting> => {
  const { request, url, locals, clientAddress } = context
  const tokens = readTokens(request, url.pathname, parseCookies(request.headers.get("cookie")).get(SESSION_COOKIE))
  if (tokens.bearer === null && tokens.cookie === null && tokens.probe === undefined)
    return { member: null, visitor: GUEST }
  // Sessions end at once: the primary knows who asks, and a replica what their page shows.
  const token = tokens.cookie
  const isApart = reads?.replica != null && isPage(url.pathname) && token !== null
  const [visitor, shown] = await Promise.all([
    run(findVisitor(tokens, locals.clientAddress ?? clientAddress, isPage(url.pathname) && !isApart)),
    isApart ? withReads(reads, () => run(findMemberView(token, true))) : null,
    run(refreshAssetTypes),
  ])
  const { member } = visitor
  const view = visitor.view ?? (await viewOf(visitor, shown, token, isApart))
  if (member === null || member.isSecondStepPending) return { member: null, visitor }
  if (view === null) return { member, visitor }
  const { follows, unread, unreadChats } = view
  return { member, visitor, account: follows, follows: follows.byGroup, unread, unreadChats }
}

/** The view that a replica gave, or the primary's if the replica does not know this session yet. */
const viewOf = async (
  { member }: Visitor,
  shown: MemberAndView | null,
  token: string | null,
  isApart: boolean,
): Promise<MemberView | null> => {
  if (!isApart || member === null || token === null) return null
  if (shown?.member.personId === member.personId) return shown.view
  return (await run(findMemberView(token, true)))?.view ?? null
}
type Visiting = Pick<App.Locals, "member" | "visitor"> &
  Partial<Pick<App.Locals, "account" | "follows" | "unread" | "unreadChats">>

const localsOf = ({ request, url, locals }: APIContext): Omit<App.Locals, "member" | "visitor"> => {
  const cookies = parseCookies(request.headers.get("cookie"))
  const theme = cookies.get(COOKIES.theme)
  const chosenZone = cookies.get(COOKIES.timeZone)
  const density = cookies.get(SERVER_COOKIES.density)
  const notice = cookies.get(SERVER_COOKIES.notice)
  const textSize = cookies.get(SERVER_COOKIES.textSize)
  const acceptLanguage = request.headers.get("accept-language")
  const locale = negotiateLocale(cookies.get(COOKIES.locale), acceptLanguage)
  const timeZone = isTimeZone(chosenZone) ? chosenZone : DEFAULT_TIME_ZONE
  const nonce = makeNonce()
  return {
    locale,
    timeZone,
    t: translator(locale),
    // The first page of a browser does not know its zone (features/shell/clock.ts).
    format: formatOf(locale, timeZone, timeZone === chosenZone ? "" : ` ${DEFAULT_TIME_ZONE}`),
    theme: isTheme(theme) ? theme : "system",
    density: isDensity(density) ? density : "cards",
    content: {
      own: readerLanguages(cookies.get(COOKIES.locale), acceptLanguage),
      showsAll: cookies.get(SERVER_COOKIES.contentLanguages) === "all",
    },
    follows: parseFollowsCookie(cookies.get(COOKIES.follows)),
    guestSaved: parseSavedCookie(cookies.get(SERVER_COOKIES.saved)),
    textSize: isTextSize(textSize) ? textSize : "normal",
    account: null,
    notice: isNotice(notice) ? notice : undefined,
    path: url.pathname,
    address: url.pathname + url.search,
    returnTo: returnToOf(cookies),
    site,
    nonce,
    // Only the server of the build fills them in (web/http/siteEntry.ts).
    ...(!__QUIRE_DEV__ && { parts: new PageParts(nonce) }),
    allow: { frames: [], connections: [], styles: [], features: [] },
    correlationId: correlationOf(request, locals),
  }
}

/**
 * The server assigns the correlation id. Without that server (in development), the error page must use the same id as
 * the page.
 */
const correlations = new WeakMap<Request, string>()
const correlationOf = (request: Request, given: Partial<App.Locals>): string => {
  const id = given.correlationId ?? correlations.get(request) ?? crypto.randomUUID()
  correlations.set(request, id)
  return id
}

/** Reports a failed page to the log before Astro renders its error page. */
const reported = async (response: Promise<Response>, { report, t }: App.Locals): Promise<Response> => {
  try {
    return await response
  } catch (error) {
    report?.(error)
    if (writeOutageOf(error) === null) throw error
    const headers = { "content-type": "text/plain; charset=utf-8", "retry-after": String(SAVING_RETRY_SECONDS) }
    return new Response(`${t("api.cannotSave")}\n`, { status: 503, headers })
  }
}

const answer = async (context: APIContext, next: MiddlewareNext): Promise<Response> => {
  const { request, url, locals } = context
  const waiting = takePageToken(url.pathname, locals.clientAddress ?? context.clientAddress)
  const waitSeconds = waiting === null ? 0 : await run(waiting)
  if (waitSeconds > 0) return tooMany(waitSeconds, locals)
  if (isReaderCall(url.pathname)) return next()
  if (!acceptsForeignPosts(url.pathname) && isForeignPost(request.method, request.headers))
    return new Response("Foreign origin", { status: 403 })
  if (url.pathname.startsWith("/api/")) return next()
  if (isEmptySearch(url)) return redirect(paths.search(""))
  if (locals.member !== null) return next()
  switch (accessOf(url.pathname)) {
    case "member":
      return redirect(paths.signIn, "please-signin")
    case "inPlace":
      Object.assign(locals, { notice: "please-signin" } satisfies Partial<App.Locals>)
      return next(paths.signIn)
    case "public":
      return next()
  }
}

const tooMany = (waitSeconds: number, { t }: App.Locals): Response =>
  new Response(t("api.tooMany", { count: waitSeconds }), {
    status: 429,
    headers: { "retry-after": String(waitSeconds), "content-type": "text/plain; charset=utf-8" },
  })

/** An empty search shows the feeds; without scripts, it arrives here with an empty `kw`. */
const isEmptySearch = (url: URL): boolean =>
  url.pathname === "/newsfeeds/search" && url.searchParams.get("kw")?.trim() === "" && !url.searchParams.has("type")

const redirect = (location: string, notice?: Notice): Response => {
  const headers = new Headers({ location })
  if (notice !== undefined) headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 302, headers })
}
