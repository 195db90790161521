/** What a browser may know of the wallet. */

export { BASE_CURRENCIES } from "./rates/pairs.ts"
