import { SESSION_KEYS } from "../../lib/session.ts"

/** Where a browser keeps what its person has, and what the numbers of assets mean (specification, section 3). */
const BALANCE_KEY = "quire:balance"
const ASSET_TYPES_KEY = "quire:assetTypes"

/** Loads the balance of whoever is signed in, and the asset types, into local storage. Silent: nobody asked for it. */
export const keepBalance = async (): Promise<void> => {
  try {
    const token = localStorage.getItem(SESSION_KEYS.token)
    const [balance, types] = await Promise.all([
      fetch("/api/Balance/LoadBalance", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: "{}",
      }),
      localStorage.getItem(ASSET_TYPES_KEY) === null ? fetch("/api/Home/LoadAssetType") : null,
    ])
    if (balance.ok) {
      const { data } = (await balance.json()) as { readonly data: { readonly balances: ReadonlyArray<object> } }
      localStorage.setItem(BALANCE_KEY, JSON.stringify(data.balances))
    }
    if (types?.ok !== true) return
    const { data } = (await types.json()) as { readonly data: unknown }
    localStorage.setItem(ASSET_TYPES_KEY, JSON.stringify(data))
  } catch {
    // The next sign-in or change loads them.
  }
}
