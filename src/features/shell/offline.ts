import { wake } from "../../lib/wake.ts"

/** Where somebody follows something: fetches, once the page is there, what keeps it for reading without a network. */
export const keepOffline = (): void => {
  if (document.cookie.includes("quire_follows=")) addEventListener("load", () => wake("offline-code").catch(() => {}))
}
