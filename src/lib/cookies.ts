/** Cookies that scripts read and write. None holds a secret: the session cookie is HttpOnly. */
export const COOKIES = {
  locale: "quire_lang",
  theme: "quire_theme",
  timeZone: "quire_tz",
  follows: "quire_follows",
  /** Set if the server changed the follows while scripts were off; scripts then adopt the cookie's follows. */
  followsBy: "quire_follows_by",
} as const

/** Cookies that only the server uses; separate, so that scripts do not contain their names. */
export const SERVER_COOKIES = {
  /** "all" if the reader wants lists in all languages. */
  contentLanguages: "quire_content",
  notice: "quire_notice",
  /** A guest's read marks (src/lib/guestMarks.ts). */
  read: "quire_read",
  /** A guest's reading history (lib/historyCookie.ts). */
  history: "quire_history",
  /** The searches that a guest has saved, one a line. */
  searches: "quire_searches",
  /** What the last mark replaced, for a short time. */
  undo: "quire_undo",
  /** "unread" if the newsfeed shows only unread items. */
  shown: "quire_show",
  /** The density of lists of items. */
  density: "quire_density",
  /** The items that a guest has saved (lib/savedCookie.ts). */
  saved: "quire_saved",
  /** The size of articles' text, if it is not the default. */
  textSize: "quire_text",
  /** The page to return to after signing in. */
  returnTo: "quire_return",
} as const

/** Maximum length of a Cookie header; longer ones are ignored. */
const COOKIE_HEADER_LENGTH_MAX = 16_384

export const ONE_YEAR_S = 31_536_000

/** Parses a `Cookie` header. Values with invalid escapes are left out. */
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
      // Written by other software on this host.
    }
  }
  return cookies
}

/** Writes a `Set-Cookie` value (or, without attributes a script may not set, a `document.cookie` one). */
export const formatCookie = (name: string, value: string, max_age_s: number, secure = false): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${max_age_s}; SameSite=Lax${secure ? "; Secure" : ""}`
