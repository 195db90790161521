export { attachableMediaLayer } from "./attachableMedia.ts"
export { commentRecordsLayer, openPostsLayer } from "./commentPorts.ts"
export { comments } from "./comments.projection.ts"
export { findOwnCover } from "./coverOf.ts"
export {
  type CommentCursor,
  type CommentReader,
  findComment,
  findOwnLikes,
  findThread,
  type ListedComment,
  likesOf,
  listCommentBans,
  listCommentIds,
  listReview,
  pageComments,
  pageReplies,
} from "./findComments.ts"
export { commentCounts, findOwnCommentLevel, findPostComments } from "./findPostComments.ts"
export {
  findPost,
  findPostByItem,
  findPostBySlug,
  findWithheldPostId,
  type ListedPost,
  listDuePosts,
  listGatedPosts,
  listOpeningPosts,
  listPostIds,
  listPosts,
} from "./findPosts.ts"
export { findTranslations } from "./findTranslations.ts"
export { formerPagesLayer } from "./formerPages.ts"
export { likes } from "./likes.projection.ts"
export { listOwnPosts } from "./listOwnPosts.ts"
export { mediaFiles } from "./media.projection.ts"
export { findOwnMedia, type ListedMedia, listMedia, MEDIA_PAGE_SIZE_MAX } from "./mediaFiles.ts"
export { newestPosts, type PublishedPost, publishedPost } from "./newestPosts.ts"
export { posts } from "./posts.projection.ts"
export { readGated, type Viewer } from "./readGated.ts"
