/** What browser tests share. */
export { accessibilityProblems, contrastProblems } from "./accessible.ts"
export { launchBrowser, openPage, type WatchedPage, WIDTHS } from "./browser.ts"
export { enter } from "./enter.ts"
export { keptFollows, notedFollows, notice, toldFollows } from "./guest.ts"
export { hourly, NAMES, startLibrary, type TestLibrary } from "./library.ts"
export { readMail } from "./mailbox.ts"
export type { PublishedItem, Publisher } from "./publisher.ts"
export { startSite, type TestSite } from "./site.ts"
