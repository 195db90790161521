import { apiFetch, apiPost } from "../../lib/apiFetch.ts"

/** Local storage keys (specification, section 3): the list of statuses, and the own identity. */
const STATUSES_KEY = "quire:kyc-statuses"
const IDENTITY_KEY = "quire:kyc"

/** Stores the identity of the signed-in person, and the list that names its status. Failures are ignored. */
export const cacheIdentity = async (): Promise<void> => {
  try {
    const stored = [store(IDENTITY_KEY, await apiPost("UserProfile/LoadKYC"), "identity")]
    if (localStorage.getItem(STATUSES_KEY) === null)
      stored.push(store(STATUSES_KEY, await apiFetch("Home/LoadKYCStatus")))
    await Promise.all(stored)
  } catch {
    // Loaded again at the next sign-in, and by the page of the identity check.
  }
}

const store = async (key: string, response: Response, field?: string): Promise<void> => {
  if (!response.ok) return
  const { data } = (await response.json()) as { readonly data: Readonly<Record<string, unknown>> }
  localStorage.setItem(key, JSON.stringify(field === undefined ? data : data[field]))
}
