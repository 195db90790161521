/** What a browser may know of pictures. */
export { PICTURE_BYTES_MAX } from "./sizes.ts"
