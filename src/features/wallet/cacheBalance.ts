import { apiPost } from "../../lib/apiFetch.ts"
import { loadAssetTypes } from "./loadAssetTypes.ts"

/** Local storage key (specification, section 3). */
const BALANCE_KEY = "quire:balance"

let lastRequest = 0

/** Stores the balances of the signed-in person, and the asset types, in local storage. Failures are ignored. */
export const cacheBalance = async (): Promise<void> => {
  lastRequest += 1
  const request = lastRequest
  try {
    const [balance] = await Promise.all([apiPost("Balance/LoadBalance"), loadAssetTypes()])
    // A later request has a newer balance.
    if (balance.ok && request === lastRequest) {
      const { data } = (await balance.json()) as { readonly data: { readonly balances: ReadonlyArray<object> } }
      localStorage.setItem(BALANCE_KEY, JSON.stringify(data.balances))
    }
  } catch {
    // Loaded again at the next change.
  }
}
