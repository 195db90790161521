import { apiPost } from "../../lib/apiFetch.ts"
import { loadAssetTypes } from "./loadAssetTypes.ts"

/** Where a browser keeps what its person has (specification, section 3). */
const BALANCE_KEY = "quire:balance"

let lastAsked = 0

/** Loads the balance of whoever is signed in, and the asset types, into local storage. Silent: nobody asked for it. */
export const cacheBalance = async (): Promise<void> => {
  lastAsked += 1
  const asked = lastAsked
  try {
    const [balance] = await Promise.all([apiPost("Balance/LoadBalance"), loadAssetTypes()])
    // An answer that was overtaken by a later one is of an older balance.
    if (balance.ok && asked === lastAsked) {
      const { data } = (await balance.json()) as { readonly data: { readonly balances: ReadonlyArray<object> } }
      localStorage.setItem(BALANCE_KEY, JSON.stringify(data.balances))
    }
  } catch {
    // The next sign-in or change loads them.
  }
}
