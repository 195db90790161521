import { hideLoading } from "../../lib/loading.ts"

/** Ids of elements that scripts hold references to: they are carried from page to page. */
const CARRIED = ["player", "drawer", "search", "toasts", "welcome", "loading"]
const PERSIST = "data-astro-transition-persist"
/** The query parameter of the preview drawer (src/features/drawer/previewAddress.ts). */
const DRAWER = "feed"

type Router = typeof import("astro:transitions/client")

interface Swap extends Event {
  readonly newDocument: Document
  readonly viewTransition: ViewTransition
}

let begun = false
let swapped = false

/** Whether this document shows another page than it loaded: its policy is still that of the first. */
export const hasSwapped = (): boolean => swapped

/**
 * Swaps pages within one document, because unloading a document stops its media. Astro's router is loaded when something
 * first plays, and used only while something plays.
 *
 * @param isPlaying whether something plays
 */
export const persistAcrossPages = (isPlaying: () => boolean): void => {
  if (begun) return
  begun = true
  addEventListener("popstate", leaveDrawerAlone, true)
  // Navigation waits for the router; if it cannot be loaded, pages load as usual.
  const router = import("astro:transitions/client")
  router.catch(() => {})
  const go = (leave: () => void, ...way: Parameters<Router["navigate"]>) =>
    void router.then(({ navigate }) => navigate(...way), leave)
  // The document's policy accepts only its own nonce, which FeedTools.astro names.
  const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce ?? ""
  document.addEventListener("astro:before-swap", (event) => {
    const { newDocument, viewTransition } = event as Swap
    carry(newDocument)
    // A transition that is skipped, for example because the window is resized, is no error.
    viewTransition.ready?.catch(() => {})
  })
  document.addEventListener("astro:after-swap", () => {
    // Browsers hide the attribute, which the router copies to the scripts that it runs.
    for (const blessed of document.querySelectorAll("[nonce]")) blessed.setAttribute("nonce", nonce)
    swapped = true
    shown = pageOf(location.href)
    hideLoading()
    // Scripts that depend on the address read it again.
    dispatchEvent(new PopStateEvent("popstate"))
  })

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
    if (link === null || !isPlaying() || opensElsewhere(event, link)) return
    event.preventDefault()
    go(() => location.assign(link.href), link.href, { sourceElement: link })
  })
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    if (!isPlaying() || event.defaultPrevented) return
    const data = new FormData(form, event.submitter)
    const { stay } = form.dataset
    if (form.method !== "get" && stay === undefined) return
    event.preventDefault()
    const address = new URL(form.action, location.href)
    if (form.method === "get")
      address.search = String(new URLSearchParams([...data].map(([name, value]) => [name, String(value)])))
    const leave = () => (form.method === "get" ? location.assign(address.href) : form.submit())
    go(leave, address.href, { sourceElement: form, ...(form.method === "get" ? {} : { formData: data }) })
  })
}

/** Closing a preview by Back changes only the query: the drawer handles it, not the router. */
const leaveDrawerAlone = (event: PopStateEvent): void => {
  const here = pageOf(location.href)
  if (event.state !== null && here === shown) Object.defineProperty(event, "state", { value: null })
  shown = here
}

const pageOf = (address: string): string => {
  const url = new URL(address)
  url.searchParams.delete(DRAWER)
  url.hash = ""
  return url.href
}

let shown = pageOf(location.href)

const carry = (next: Document): void => {
  for (const id of CARRIED) {
    const old = document.getElementById(id)
    if (old === null) continue
    const place = next.getElementById(id) ?? next.body.appendChild(next.createElement("div"))
    old.setAttribute(PERSIST, id)
    place.setAttribute(PERSIST, id)
  }
  // Carried elements keep their styles.
  for (const sheet of [...document.querySelectorAll<HTMLLinkElement>("head link[rel=stylesheet]")].reverse()) {
    const href = sheet.getAttribute("href")
    if (next.head.querySelector(`link[rel=stylesheet][href="${href}"]`) === null) next.head.prepend(sheet.cloneNode())
  }
}

const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement): boolean => {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return true
  if (link.target !== "" || link.download !== "" || link.origin !== location.origin) return true
  if (link.hasAttribute("download") || link.dataset["astroReload"] !== undefined) return true
  // Anchors on the same page need no router.
  return link.hash !== "" && pageOf(link.href) === pageOf(location.href)
}
