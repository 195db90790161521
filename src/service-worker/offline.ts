import { oneItem } from "../features/offline/oneItem.ts"
import { negotiateLocale } from "../i18n/negotiate.ts"
import { CACHES, type KeepPageRequest, OFFLINE_DISABLED_KEY, OFFLINE_PAGE } from "../lib/offline.ts"
import { type WorkerEvents, worker } from "./scope.ts"
import { restated, storedPage } from "./storedPage.ts"
import { unreachablePage } from "./unreachablePage.ts"

/** Minimum interval between refreshes of the stored items, unless their dependencies changed. */
const FRESH_MS = 10 * 60_000
/** Cached visited pages and build files; the oldest are dropped first. */
const PAGES_MAX = 40
const FILES_MAX = 300
/** Storage that must remain free: at the quota a browser drops everything at once. */
const FREE_BYTES_MIN = 20_000_000
const STAMP = "/offline/stamp"
const ITEM_PAGE = "/newsfeeds/newsdetail"

/** Requests that end the session of this browser. */
const SIGN_OUT_PATHS: ReadonlySet<string> = new Set(["/signout", "/api/User/SignOut", "/api/User/DeleteAccount"])

/** Stored pages show data of the person who was signed in: the next one must not find them, not even without a network. */
const dropPages = () => {
  drops += 1
  return Promise.all([caches.delete(CACHES.pages), caches.delete(CACHES.items)])
}
let drops = 0

worker.addEventListener("activate", (event) => {
  // Loads the page while the worker starts.
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()))
})

worker.addEventListener("message", (event) => {
  const { keep } = (event.data ?? {}) as Partial<KeepPageRequest>
  if (keep !== undefined) event.waitUntil(keepItems(keep))
})

worker.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin) return
  if (request.method === "POST" && SIGN_OUT_PATHS.has(url.pathname)) event.waitUntil(dropPages())
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(form(request))
  if (request.method !== "GET") return
  if (url.pathname.startsWith("/_astro/")) event.respondWith(file(request))
  else if (request.mode === "navigate") event.respondWith(page(event, url))
})

/** Build files never change. */
const file = async (request: Request): Promise<Response> => {
  const cached = await caches.match(request, { cacheName: CACHES.files })
  if (cached !== undefined) return cached
  const response = await fetch(request)
  if (response.ok) void keep(CACHES.files, FILES_MAX, request, response.clone())
  return response
}

/** If a form cannot be sent, redirects to its page with a notice, instead of showing the browser's error page. */
let isUnsent = false
const form = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch {
    isUnsent = true
    return Response.redirect(request.referrer || "/", 303)
  }
}

const page = async (event: WorkerEvents["fetch"], url: URL): Promise<Response> => {
  const { request } = event
  const dropsBefore = drops
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true
    const mayStay = !/\bno-store\b/.test(response.headers.get("cache-control") ?? "")
    if (response.status === 200 && isPage && mayStay && !response.redirected)
      event.waitUntil(keepPage(dropsBefore, CACHES.pages, PAGES_MAX, request, response.clone()))
    return response
  } catch {
    const visited = await caches.match(request, { cacheName: CACHES.pages, ignoreVary: true })
    if (visited === undefined) return keptPage(url)
    // As it is stored, it is not read before the browser does.
    return isUnsent ? marked(visited, await visited.text(), "kept") : visited
  }
}

/** The stored item of an address, else the page of all stored items. */
const keptPage = async (url: URL): Promise<Response> => {
  const all = await caches.match(OFFLINE_PAGE, { cacheName: CACHES.items, ignoreVary: true })
  if (all === undefined) {
    const hasFailedForm = isUnsent
    isUnsent = false
    const chosen = await worker.cookieStore?.get("quire_lang")
    return unreachablePage(negotiateLocale(chosen?.value, navigator.languages.join(",")), hasFailedForm)
  }
  const whole = await all.text()
  if (url.pathname === OFFLINE_PAGE) return marked(all, whole, "kept")
  const item = url.pathname === ITEM_PAGE ? oneItem(whole, url.searchParams.get("id") ?? "") : null
  return item === null ? marked(all, whole, "missing") : marked(all, item, "kept")
}

/** A stored page with its state; a form that could not be sent goes first. */
const marked = (stored: Response, html: string, found: "kept" | "missing"): Response => {
  const state = isUnsent ? "unsent" : found
  isUnsent = false
  return restated(stored, html, state)
}

/** Stores the page of the last items and its files. */
const keepItems = async (stamp: string): Promise<void> => {
  const dropsBefore = drops
  const known = await caches.match(STAMP, { cacheName: CACHES.items })
  const since = Date.now() - Number(known?.headers.get("x-kept-at") ?? 0)
  if ((known !== undefined && since < FRESH_MS && (await known.text()) === stamp) || (await isOff())) return
  const response = await fetch(OFFLINE_PAGE, { cache: "no-store" })
  if (!response.ok || response.redirected) return
  const html = await response.clone().text()
  const files = new Set(html.match(/\/_astro\/[\w.@-]+\.(?:css|js|woff2)/g))
  await Promise.all([...files].map((path) => file(new Request(path)).catch(() => undefined)))
  await keepPage(dropsBefore, CACHES.items, 2, OFFLINE_PAGE, response)
  if (drops !== dropsBefore) return
  await keep(CACHES.items, 2, STAMP, new Response(stamp, { headers: { "x-kept-at": String(Date.now()) } }))
}

/**
 * Caches a page as it will be shown without a network.
 *
 * @param dropsBefore value of `drops` when the page was requested: it is not kept if the person signed out since
 */
const keepPage = async (
  dropsBefore: number,
  name: string,
  max: number,
  request: Request | string,
  response: Response,
): Promise<void> => {
  if (await isOff()) return
  const readFile = async (path: string) => (await file(new Request(path))).text()
  await keep(name, max, request, await storedPage(response, readFile))
  if (drops !== dropsBefore) await dropPages()
}

/** Caches a response, within the limit of the cache. */
const keep = async (name: string, max: number, request: Request | string, response: Response): Promise<void> => {
  if ((await isOff()) || !(await hasRoom())) return
  const cache = await caches.open(name)
  try {
    // Deleted first, so that the order is that of the last visits.
    await cache.delete(request, { ignoreVary: true })
    await cache.put(request, response)
  } catch {
    // Storage is full: visited pages are dropped, followed items stay.
    await caches.delete(CACHES.pages)
    return
  }
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)))
}

const isOff = async (): Promise<boolean> =>
  (await caches.match(OFFLINE_DISABLED_KEY, { cacheName: CACHES.settings })) !== undefined

const hasRoom = async (): Promise<boolean> => {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate()) ?? {}
  return quota - usage >= FREE_BYTES_MIN
}
