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
    // The profile can change on the settings page.
    const isKnown = token !== null && user?.includes(`"${member}"`) && !location.pathname.startsWith("/settings")
    // The order matters: once the token is stored, the balance, the rules and the identity are stored too, even if the person
    // leaves the page at once.
    if (!isKnown) void Promise.all([cacheBalance(), loadRules(), loadIdentity()]).then(loadSession)
  } catch {
    // A browser that keeps nothing has the cookie.
  }
}

/** Loaded apart: pages need them once after a sign-in. */
const loadRules = async (): Promise<void> => (await import("../subscriptions/cacheRules.ts")).cacheRules()
const loadIdentity = async (): Promise<void> => (await import("./cacheIdentity.ts")).cacheIdentity()
