import { hideLoading } from "../../lib/loading.ts"

/** What live code holds on to: it goes along from page to page as it is. */
const CARRIED = ["player", "drawer", "search", "toasts", "welcome", "loading"]
const PERSIST = "data-astro-transition-persist"
/** The parameter by which an address opens the drawer beside the page (src/features/drawer/address.ts). */
const DRAWER = "feed"

type Router = typeof import("astro:transitions/client")

interface Swap extends Event {
  readonly newDocument: Document
}

let begun = false
let swapped = false

/** Whether this document has become another page since it was loaded: its policy is still that of the first. */
export const hasSwapped = (): boolean => swapped

/**
 * Lets pages follow each other within one document, because a document that goes takes its sound with it: Astro's router,
 * fetched when something plays for the first time and asked only while it does.
 *
 * @param wanted whether something plays
 */
export const persistAcrossPages = (wanted: () => boolean): void => {
  if (begun) return
  begun = true
  addEventListener("popstate", leaveDrawerAlone, true)
  // Who goes on before it is there waits for it; where it does not come, pages follow as they do without sound.
  const router = import("astro:transitions/client")
  router.catch(() => {})
  const go = (leave: () => void, ...way: Parameters<Router["navigate"]>) =>
    void router.then(({ navigate }) => navigate(...way), leave)
  document.addEventListener("astro:before-swap", (event) => carry((event as Swap).newDocument))
  document.addEventListener("astro:after-swap", () => {
    swapped = true
    shown = pageOf(location.href)
    hideLoading()
    // What shows by the address looks at it again.
    dispatchEvent(new PopStateEvent("popstate"))
  })

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
    if (link === null || !wanted() || opensElsewhere(event, link)) return
    event.preventDefault()
    go(() => location.assign(link.href), link.href, { sourceElement: link })
  })
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    if (!wanted() || event.defaultPrevented) return
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

/** Going back from an open preview to the same page without it is the drawer's business; the page stays. */
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
  // The policy of this document knows its own nonce only.
  const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce ?? ""
  for (const blessed of next.querySelectorAll<HTMLElement>("[nonce]")) blessed.setAttribute("nonce", nonce)
  // What was carried along keeps its looks.
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
  // A place on the same page needs no router.
  return link.hash !== "" && pageOf(link.href) === pageOf(location.href)
}
