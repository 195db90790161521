export { mediaFiles } from "./media.projection.ts"
export { findOwnMedia, type ListedMedia, listMedia, MEDIA_PAGE_SIZE_MAX } from "./mediaFiles.ts"
