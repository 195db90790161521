export { AttachableMedia } from "./AttachableMedia.ts"
export { type Autosave, Autosaves, type TypedFields } from "./autosaves/Autosaves.ts"
export { LinkCards, type StoredCard } from "./cards/LinkCards.ts"
export { type CommentRefusal, Comments, type SavedComment } from "./comments/Comments.ts"
export { digestOf } from "./comments/commentRules.ts"
export { type CommentEvent, CommentEvents, CommenterEvents, DiscussionEvents } from "./comments/events.ts"
export { CommentRecords, OpenPosts } from "./comments/ports.ts"
export { channelFeedId, postItemId } from "./ids.ts"
export { LeakProbes, makeLeakProbes, PROBE_HEADER, PROBED_CALLS, type ProbeLevel } from "./leakProbes/LeakProbes.ts"
export { LikeEvents } from "./likes/events.ts"
export { Likes } from "./likes/Likes.ts"
export { MAIL_LINK_NETWORKS_MAX, MailLinkUses } from "./mailLinks/MailLinkUses.ts"
export { type MailedPost, PostMailLinks } from "./mailLinks/PostMailLinks.ts"
export { cardAddressesOf } from "./markdown/cardAddressesOf.ts"
export { measureText } from "./markdown/measureText.ts"
export { mediaIdsOf } from "./markdown/mediaIdsOf.ts"
export { pictureAddressesOf } from "./markdown/pictureAddressesOf.ts"
export { plainTextOf } from "./markdown/plainTextOf.ts"
export { type RenderedPost, type RenderOptions, renderPost } from "./markdown/renderPost.ts"
export type { Heading, LinkCard, ResolvedMedia } from "./markdown/writeHtml.ts"
export { type MediaEvent, MediaEvents } from "./media/events.ts"
export { MediaAccess, type MediaGrant } from "./media/MediaAccess.ts"
export { MediaFiles } from "./media/MediaFiles.ts"
export { type LinkReader, MediaLinks } from "./media/MediaLinks.ts"
export type { NoMedia } from "./media/refusals.ts"
export {
  FEED_NETWORKS_A_DAY_MAX,
  type FeedReader,
  type MemberFeed,
  MemberFeeds,
} from "./memberFeeds/MemberFeeds.ts"
export { chaptersOf, hasChapters } from "./podcast/chaptersOf.ts"
export { hasTranscript, transcriptOf } from "./podcast/transcriptOf.ts"
export { type Opening, type PostEvent, PostEvents, type PostMedia } from "./posts/events.ts"
export type { PostSource } from "./posts/importPost.ts"
export { nextOpening } from "./posts/openLevel.ts"
export type { PostOrigin, PostSchedule, PostVersion } from "./posts/Post.ts"
export {
  type ForeignPost,
  type ImportedPost,
  type OwnPost,
  type PostAction,
  type PostChange,
  type PostRefusal,
  Posts,
  type SavedPost,
} from "./posts/Posts.ts"
export type { SavedVersion } from "./posts/versionsOf.ts"
export { publicMarkdown } from "./publicMarkdown.ts"
export type { NoPost, PostProblem } from "./refusals.ts"
export type { RichObstacle } from "./richText/documentOf.ts"
export { readRichText } from "./richText/readRichText.ts"
export { summaryOf } from "./summaryOf.ts"
