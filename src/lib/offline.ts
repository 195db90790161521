// Shared by pages and the service worker, for offline reading.

/** The page with the last followed items; also shown for addresses that are not cached. */
export const OFFLINE_PAGE = "/offline"
/** Caches: that page, build files, visited pages, settings. */
export const CACHES = {
  items: "quire-items",
  files: "quire-files",
  pages: "quire-pages",
  settings: "quire-settings",
} as const
/** Entry in the settings cache that turns offline reading off. */
export const OFFLINE_DISABLED_KEY = "/offline/off"
/** Markers before each item on that page, and after the last. */
export const itemMark = (itemId: string): string => `<!--item:${itemId}-->`
export const ITEMS_END = "<!--/items-->"

/** Where the worker writes on a stored page when it was saved. */
export const SAVED_AT = "<!--saved-at-->"

/** A page's message to the worker: everything that the offline page depends on. */
export interface KeepPageRequest {
  readonly keep: string
}
