import { type CallSession, pageSession } from "./session.ts"

/** The page functions that a request uses; tests replace them. */
export interface ApiPage {
  readonly fetch: typeof fetch
  readonly session: CallSession
}

/**
 * The only way from a page's scripts to /api: sends the bearer token if there is one, stores the token that replaces it
 * (`x-refresh-token`), and ends the session at a 401 (decision 5; specification, sections 4 and 6).
 * @param path without `/api/`, for example `Feed/MarkRead`
 */
export const apiFetchWith =
  ({ fetch, session }: ApiPage) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const token = isShared(path, init.method) ? null : session.token()
    if (token !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`)
    const response = await fetch(`/api/${path}`, { ...init, headers })
    const refreshed = response.headers.get("x-refresh-token")
    if (refreshed !== null) session.hold(refreshed)
    if (response.status === 401) session.end()
    return response
  }

/** Lists that are the same for everyone are requested without a token, so that caches can share them. */
const isShared = (path: string, method = "GET"): boolean => method === "GET" && path.startsWith("Home/")

export const apiFetch = (path: string, init?: RequestInit): Promise<Response> =>
  apiFetchWith({ fetch: globalThis.fetch.bind(globalThis), session: pageSession })(path, init)

/** Posts JSON to an API method. For background requests; for those that a person waits for, use `call.ts`. */
export const apiPost = (path: string, body: unknown = {}, init: RequestInit = {}): Promise<Response> =>
  apiFetch(path, {
    method: "POST",
    ...init,
    headers: { "content-type": "application/json", accept: "application/json", ...(init.headers as object) },
    body: JSON.stringify(body),
  })
