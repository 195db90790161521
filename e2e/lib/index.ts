/** What browser tests share. */
export { accessibilityProblems } from "./accessible.ts"
export { launchBrowser, openPage, type WatchedPage, WIDTHS } from "./browser.ts"
export { startSite, type TestSite } from "./site.ts"
