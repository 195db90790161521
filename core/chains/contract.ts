/** What a browser may know of chains. */

export { looksLikeAddress } from "./addresses/addressHint.ts"
