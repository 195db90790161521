import { SERVICE_WORKER } from "../../lib/fixedPaths.ts"
import type { KeepRequest } from "../../lib/offline.ts"

/** What the kept items depend on: who is followed, and how pages are written. */
const TOLD = /quire_(?:follows|lang|theme|tz)=[^;]+/g

/** Where somebody follows something: has the service worker keep it for reading without a network. */
export const keepOffline = (): void => {
  const { serviceWorker, connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData: boolean }
  }
  const keep = document.cookie.match(TOLD)?.sort().join(" ") ?? ""
  if (!serviceWorker || connection?.saveData || !keep.includes("follows=")) return
  addEventListener("load", async () => {
    try {
      await serviceWorker.register(SERVICE_WORKER)
      const { active } = await serviceWorker.ready
      active?.postMessage({ keep } satisfies KeepRequest)
    } catch {
      // A browser that keeps nothing reads with a network.
    }
  })
}
