import { NEWS_DETAIL, SIGN_IN } from "./fixedPaths.ts"

/** What a browser keeps of who is signed in (specification, section 3), beside the cookie that no script can read. */
export const SESSION_KEYS = { user: "quire:user", token: "quire:token", signToken: "quire:signToken" } as const

/** How long a notice of a session that ended stands before the sign-in page comes (specification, section 4). */
export const SIGNED_OUT_MS = 500

/** What calls need of the session; a test brings its own. */
export interface CallSession {
  /** The token that calls carry, null for guests. */
  readonly token: () => string | null
  /** Keeps the token that replaces it. */
  readonly hold: (token: string) => void
  /** The server knows no session any more. */
  readonly end: () => void
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const holdToken = (token: string): void => {
  try {
    localStorage.setItem(SESSION_KEYS.token, token)
  } catch {
    // A browser that keeps nothing has the cookie.
  }
}

/** Forgets who was signed in, as far as this browser's scripts know. */
export const forgetSession = (): void => {
  try {
    for (const key of Object.values(SESSION_KEYS)) localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Where to sign in again. Only from a news detail page the address says where to return to. */
export const signInAgain = ({ pathname, search }: Pick<Location, "pathname" | "search">): string =>
  pathname === NEWS_DETAIL ? `${SIGN_IN}?${new URLSearchParams({ redirect: pathname + search })}` : SIGN_IN

const isGuestPage = (): boolean =>
  typeof document !== "undefined" && document.documentElement.dataset["member"] === undefined

let ending = false

/** The session of this page. */
export const pageSession: CallSession = {
  // On a page that was rendered for a guest a stored token is a leftover that watchSession is about to remove.
  token: () => (isGuestPage() ? null : read(SESSION_KEYS.token)),
  hold: holdToken,
  end: () => {
    forgetSession()
    if (ending) return
    ending = true
    setTimeout(() => location.assign(signInAgain(location)), SIGNED_OUT_MS)
  },
}
