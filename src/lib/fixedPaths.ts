// Separate from src/lib/fixedPaths.ts, which every guest page loads.
export const CHAT = "/writers/chat"

// Separate from src/lib/paths.ts, so that the shell's script does not contain every path.
export const HOME = "/"
export const VERSION_FILE = "/version.json"
export const LIBRARY_NEWS = "/newsfeeds/librarynews"
export const SERVICE_WORKER = "/sw.js"
export const SIGN_IN = "/signin"
export const NEWS_DETAIL = "/newsfeeds/newsdetail"
/** Local storage key that is set while news notifications are on. */
export const NEWS_ON = "quire:news-on"
