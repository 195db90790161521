// Apart from src/lib/paths.ts, so that the shell's script is not sent all addresses for the sake of two.
export const HOME = "/"
export const VERSION_FILE = "/version.json"
export const LIBRARY_NEWS = "/newsfeeds/librarynews"
export const SERVICE_WORKER = "/sw.js"
export const SIGN_IN = "/signin"
export const NEWS_DETAIL = "/newsfeeds/newsdetail"
/** There in local storage while notifications of news are on: a name that every page can look for at no cost. */
export const NEWS_ON = "quire:news-on"
