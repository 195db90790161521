import { forgetSession, SESSION_KEYS } from "../../lib/session.ts"
import { cacheBalance } from "../wallet/cacheBalance.ts"
import { loadSession } from "./loadSession.ts"

/**
 * Keeps what scripts know of the session true to what the server knows: the page says who is signed in, whichever form or
 * device that comes from.
 */
export const watchSession = (): void => {
  const { member } = document.documentElement.dataset
  try {
    const user = localStorage.getItem(SESSION_KEYS.user)
    const token = localStorage.getItem(SESSION_KEYS.token)
    if (member === undefined) {
      if (user !== null || token !== null) forgetSession()
      return
    }
    // What somebody says about themselves changes in the settings.
    const isKnown = token !== null && user?.includes(`"${member}"`) && !location.pathname.startsWith("/settings")
    // In this order: a browser that has the token was also told the balance, however soon its person goes to another page.
    if (!isKnown) void cacheBalance().then(loadSession)
  } catch {
    // A browser that keeps nothing has the cookie.
  }
}
