export { attachableMediaLayer } from "./attachableMedia.ts"
export {
  findPost,
  findPostByItem,
  findPostBySlug,
  type ListedPost,
  listDuePosts,
  listOpeningPosts,
  listPostIds,
  listPosts,
} from "./findPosts.ts"
export { listOwnPosts } from "./listOwnPosts.ts"
export { mediaFiles } from "./media.projection.ts"
export { findOwnMedia, type ListedMedia, listMedia, MEDIA_PAGE_SIZE_MAX } from "./mediaFiles.ts"
export { newestPosts, type PublishedPost, publishedPost } from "./newestPosts.ts"
export { posts } from "./posts.projection.ts"
export { readGated, type Viewer } from "./readGated.ts"
