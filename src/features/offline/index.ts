import { SERVICE_WORKER } from "../../lib/fixedPaths.ts"
import type { KeepRequest } from "../../lib/offline.ts"

// Has the service worker keep what is followed. Fetched on pages of those who follow something, after everything else.

/** What the kept items depend on: what a member or a guest follows, and how pages are written. */
const TOLD = /quire_(?:follows|lang|theme|tz)=[^;]+/g

const { serviceWorker, connection } = navigator as Navigator & { readonly connection?: { readonly saveData: boolean } }
if (serviceWorker && connection?.saveData !== true) {
  try {
    await serviceWorker.register(SERVICE_WORKER)
    const { active } = await serviceWorker.ready
    const { member = "", follows = "" } = document.documentElement.dataset
    const keep = [member, follows, ...(document.cookie.match(TOLD)?.sort() ?? [])].join(" ")
    active?.postMessage({ keep } satisfies KeepRequest)
  } catch {
    // A browser that keeps nothing reads with a network.
  }
}
