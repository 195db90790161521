import { accessOf } from "#src/lib/access.ts"
import { formatCookie, SERVER_COOKIES } from "#src/lib/cookies.ts"
import { localPath } from "#src/lib/localPath.ts"

/** Long enough for a code or activation link to arrive by mail. */
const RETURN_AGE_S_MAX = 1_800
/** Maximum length of a stored return address. */
const RETURN_LENGTH_MAX = 1_000
/** Pages of the sign-in flow. Visiting any other public page drops the return address. */
const SIGN_IN_PATHS = ["/signin", "/signup", "/twofa", "/untiefa", "/forgetpwd", "/thirdparty"]

/** The return address from a guest's cookie; undefined without a valid one. */
export const returnToOf = (cookies: ReadonlyMap<string, string>): string | undefined =>
  localPath(cookies.get(SERVER_COOKIES.returnTo) ?? null)

type PageRequest = {
  readonly request: Request
  readonly url: URL
  readonly isMember: boolean
  /** The stored return address. */
  readonly returnTo: string | undefined
}

/**
 * The `Set-Cookie` value that remembers where a guest was going (decision 8), or that clears it once it is used or
 * abandoned; undefined if nothing changes. Prefetches and background requests are not visits.
 */
export const returnCookie = ({ request, url, isMember, returnTo }: PageRequest): string | undefined => {
  const isVisit =
    request.method === "GET" &&
    !request.headers.has("sec-purpose") &&
    (request.headers.get("sec-fetch-dest") ?? "document") === "document"
  if (!isVisit) return undefined
  const address = localPath(url.pathname + url.search)
  const isRefused = !isMember && accessOf(url.pathname) !== "public"
  if (isRefused && address !== undefined && address.length <= RETURN_LENGTH_MAX)
    return formatCookie(SERVER_COOKIES.returnTo, address, RETURN_AGE_S_MAX)
  const isSigningIn = SIGN_IN_PATHS.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))
  return returnTo === undefined || (!isMember && isSigningIn) ? undefined : formatCookie(SERVER_COOKIES.returnTo, "", 0)
}
