import { SERVICE_WORKER } from "../../lib/fixedPaths.ts"
import type { KeepPageRequest } from "../../lib/offline.ts"
import { guardForms } from "./guardForms.ts"

// Guards forms, and lets the service worker store followed items of members and of guests who follow something.

/** Cookies that the stored items depend on: follows, language, theme, time zone. */
const TOLD = /quire_(?:follows|lang|theme|tz)=[^;]+/g

const { serviceWorker, connection } = navigator as Navigator & { readonly connection?: { readonly saveData: boolean } }
const isKept = document.documentElement.dataset["member"] !== undefined || document.cookie.includes("quire_follows=")
guardForms()
if (isKept && serviceWorker && connection?.saveData !== true) {
  try {
    await serviceWorker.register(SERVICE_WORKER)
    const { active } = await serviceWorker.ready
    const { member = "", follows = "" } = document.documentElement.dataset
    const keep = [member, follows, ...(document.cookie.match(TOLD)?.sort() ?? [])].join(" ")
    active?.postMessage({ keep } satisfies KeepPageRequest)
  } catch {
    // Without storage, reading needs a network.
  }
}

// The bar of components/offline/Unreachable.astro. A stored page keeps the bar that the worker gave it.
const { dataset } = document.documentElement
const reportConnection = () => {
  if (!navigator.onLine) dataset["offline"] ??= "now"
  else if (dataset["offline"] === "now") delete dataset["offline"]
}
if (isKept) {
  addEventListener("offline", reportConnection)
  addEventListener("online", reportConnection)
  reportConnection()
}
