import { NEWS_DETAIL, SIGN_IN } from "./fixedPaths.ts"

/** Local storage keys of the signed-in person (specification, section 3). */
export const SESSION_KEYS = { user: "quire:user", token: "quire:token", signToken: "quire:signToken" } as const

/** Delay between the notice of an ended session and the sign-in page (specification, section 4). */
export const SIGNED_OUT_MS = 500

/** The session as calls use it; tests replace it. */
export interface CallSession {
  /** The bearer token; null for guests. */
  readonly token: () => string | null
  /** Stores a replaced token. */
  readonly hold: (token: string) => void
  /** Ends the session because the server rejected it. */
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
    // Without storage, the cookie remains.
  }
}

/** Deletes the stored session data. */
export const forgetSession = (): void => {
  try {
    for (const key of Object.values(SESSION_KEYS)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** The sign-in path; with a return path only from a news detail page (decision 8). */
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
