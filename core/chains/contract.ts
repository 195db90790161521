/** The browser-safe exports of chains. */

export { looksLikeAddress } from "./addresses/addressHint.ts"
