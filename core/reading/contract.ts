/** What a browser may know of reading. */
export { MARKED_AT_ONCE_MAX } from "./sizes.ts"
