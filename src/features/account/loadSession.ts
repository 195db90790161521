import { apiPost } from "../../lib/apiFetch.ts"
import { SESSION_KEYS } from "../../lib/session.ts"

/** No token: the answer brings the one that the cookie holds. */
const NO_TOKEN = "none"

/**
 * Stores who is signed in, their token for calls, and the sign token: a digest of the token that identifies the session
 * to a server but authorises no call.
 */
export const loadSession = async (): Promise<void> => {
  const token = localStorage.getItem(SESSION_KEYS.token)
  const headers = { authorization: `Bearer ${token ?? NO_TOKEN}` }
  const response = await apiPost("UserProfile/LoadUserProfile", {}, { headers }).catch(() => null)
  if (response?.ok !== true) return
  const { data } = (await response.json()) as { readonly data: { readonly user: object } }
  const held = response.headers.get("x-refresh-token") ?? token
  if (held === null) return
  localStorage.setItem(SESSION_KEYS.user, JSON.stringify(data.user))
  localStorage.setItem(SESSION_KEYS.token, held)
  // Only pages on https or on this machine may ask for digests.
  if (!isSecureContext) return
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(held))
  localStorage.setItem(SESSION_KEYS.signToken, btoa(String.fromCharCode(...new Uint8Array(digest))))
}
