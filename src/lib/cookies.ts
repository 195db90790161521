/** The cookies that scripts read and write too. None of them holds a secret: the session has its own, HttpOnly. */
export const COOKIES = {
  locale: "quire_lang",
  theme: "quire_theme",
  timeZone: "quire_tz",
  follows: "quire_follows",
  /** Present if the server changed the follows because there were no scripts: scripts then take over what it says. */
  followsBy: "quire_follows_by",
} as const

/** The cookies that only the server reads and writes; kept apart so that their names are not sent to browsers. */
export const SERVER_COOKIES = {
  /** "all" if the reader wants lists in all languages, not only in their own. */
  contentLanguages: "quire_content",
  notice: "quire_notice",
  /** The page that a guest asked for and returns to after signing in. */
  returnTo: "quire_return",
} as const

/** The cookies a request may carry in all. A longer header is read as if it were empty. */
const COOKIE_HEADER_LENGTH_MAX = 16_384

export const ONE_YEAR_S = 31_536_000

/** Reads a `Cookie` header. A value that is not validly escaped is left out. */
export const parseCookies = (header: string | null): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>()
  if (header === null || header.length > COOKIE_HEADER_LENGTH_MAX) return cookies
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=")
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (name === "") continue
    const value = pair.slice(equals + 1).trim()
    try {
      cookies.set(name, value.includes("%") ? decodeURIComponent(value) : value)
    } catch {
      // A cookie that somebody else wrote on this host is none of ours.
    }
  }
  return cookies
}

/** Writes a `Set-Cookie` value (or, without attributes a script may not set, a `document.cookie` one). */
export const formatCookie = (name: string, value: string, max_age_s: number, secure = false): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${max_age_s}; SameSite=Lax${secure ? "; Secure" : ""}`
