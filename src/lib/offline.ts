// What pages and the service worker agree on about reading without a network.

/** The page that holds the last items of followed feeds; also what is shown where nothing is kept for an address. */
export const OFFLINE_PAGE = "/offline"
/** Caches: that page, files of the build, pages that were visited, and what was chosen in the settings. */
export const CACHES = {
  items: "quire-items",
  files: "quire-files",
  pages: "quire-pages",
  settings: "quire-settings",
} as const
/** Stands in the settings where nothing is to be kept. */
export const OFF_MARK = "/offline/off"
/** Before each item on that page, and after the last. */
export const itemMark = (itemId: string): string => `<!--item:${itemId}-->`
export const ITEMS_END = "<!--/items-->"

/** What a page tells the worker whenever it opens: what the kept page depends on. */
export interface KeepRequest {
  readonly keep: string
}
