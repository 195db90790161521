import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { HELD_REASONS } from "./limits.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Sealed for the author of the comment; null once that person was erased. */
const Text = Schema.NullOr(Schema.String)
const HeldFor = Schema.NullOr(Schema.Literals(HELD_REASONS))
/**
 * `personId` wrote the comment; `creatorId` owns the post. Events that may hide a comment say whether readers saw it
 * before, so that counts need no look-up.
 */
const comment = {
  commentId: Schema.String,
  postId: Schema.String,
  channelId: Schema.Int,
  creatorId: Schema.String,
  personId: Schema.String,
}

/** A comment was written. One that waits for review names the reason. */
export const CommentPosted = Schema.TaggedStruct("publishing.CommentPosted.v1", {
  ...comment,
  /** The comment that it answers; null for a root. */
  parentId: Schema.NullOr(Schema.String),
  /** The root of its thread; its own id for a root. */
  rootId: Schema.String,
  /** 0 for a root. */
  depth: Schema.Int,
  text: Text,
  heldFor: HeldFor,
  postedAt: Time,
})
/** Its author corrected it. */
export const CommentEdited = Schema.TaggedStruct("publishing.CommentEdited.v1", {
  ...comment,
  rootId: Schema.String,
  text: Text,
  heldFor: HeldFor,
  wasShown: Schema.Boolean,
  editedAt: Time,
})
/** The creator let a waiting or removed comment be shown. */
export const CommentApproved = Schema.TaggedStruct("publishing.CommentApproved.v1", {
  ...comment,
  rootId: Schema.String,
  approvedAt: Time,
})
/** The comment was taken from its readers. */
export const CommentRemoved = Schema.TaggedStruct("publishing.CommentRemoved.v1", {
  ...comment,
  rootId: Schema.String,
  wasShown: Schema.Boolean,
  by: Schema.Literals(["author", "creator", "operator"]),
  removedAt: Time,
})
/** An operator gave a comment back that operators had removed: it is what it was before. */
export const CommentRestored = Schema.TaggedStruct("publishing.CommentRestored.v1", {
  ...comment,
  rootId: Schema.String,
  status: Schema.Literals(["shown", "held", "removed"]),
  /** Who had removed it before the operator did. */
  removedBy: Schema.NullOr(Schema.Literals(["author", "creator"])),
  restoredAt: Time,
})
/** A reader reported the comment. The reason is sealed for that reader. */
export const CommentReported = Schema.TaggedStruct("publishing.CommentReported.v1", {
  commentId: Schema.String,
  postId: Schema.String,
  creatorId: Schema.String,
  reporterId: Schema.String,
  reason: Text,
  reportedAt: Time,
})
/** The creator saw the reports and left the comment as it is. */
export const CommentReportsDismissed = Schema.TaggedStruct("publishing.CommentReportsDismissed.v1", {
  commentId: Schema.String,
  postId: Schema.String,
  creatorId: Schema.String,
  dismissedAt: Time,
})
/** The author of the comment was erased. */
export const CommentForgotten = Schema.TaggedStruct("publishing.CommentForgotten.v1", {
  ...comment,
  rootId: Schema.String,
  wasShown: Schema.Boolean,
  forgottenAt: Time,
})

export const CommentEvent = Schema.Union([
  CommentPosted,
  CommentEdited,
  CommentApproved,
  CommentRemoved,
  CommentRestored,
  CommentReported,
  CommentReportsDismissed,
  CommentForgotten,
]).pipe(Schema.toTaggedUnion("_tag"))
export type CommentEvent = typeof CommentEvent.Type

export const CommentEvents = makeEventFamily(CommentEvent, {
  sealed: {
    "publishing.CommentPosted.v1": { subject: "personId", fields: ["text"] },
    "publishing.CommentEdited.v1": { subject: "personId", fields: ["text"] },
    "publishing.CommentReported.v1": { subject: "reporterId", fields: ["reason"] },
  },
})

const discussion = { postId: Schema.String, creatorId: Schema.String }

/** The creator chose who may comment on a post; null follows the channel. Id of Home/CommentLevels. */
export const DiscussionLevelSet = Schema.TaggedStruct("publishing.DiscussionLevelSet.v1", {
  ...discussion,
  commentLevelId: Schema.NullOr(Schema.Literals([1, 2, 3, 4])),
  setAt: Time,
})
/** The creator pinned a root comment above all others; the one before is no longer pinned. */
export const CommentPinned = Schema.TaggedStruct("publishing.CommentPinned.v1", {
  ...discussion,
  commentId: Schema.String,
  pinnedAt: Time,
})
export const CommentUnpinned = Schema.TaggedStruct("publishing.CommentUnpinned.v1", {
  ...discussion,
  commentId: Schema.String,
  unpinnedAt: Time,
})
export const DiscussionEvent = Schema.Union([DiscussionLevelSet, CommentPinned, CommentUnpinned]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type DiscussionEvent = typeof DiscussionEvent.Type
export const DiscussionEvents = makeEventFamily(DiscussionEvent)

const ban = { creatorId: Schema.String, personId: Schema.String }

/** The creator banned a person from commenting in all of their channels. */
export const CommenterBanned = Schema.TaggedStruct("publishing.CommenterBanned.v1", { ...ban, bannedAt: Time })
export const CommenterUnbanned = Schema.TaggedStruct("publishing.CommenterUnbanned.v1", { ...ban, unbannedAt: Time })
export const CommenterEvent = Schema.Union([CommenterBanned, CommenterUnbanned]).pipe(Schema.toTaggedUnion("_tag"))
export type CommenterEvent = typeof CommenterEvent.Type
export const CommenterEvents = makeEventFamily(CommenterEvent)
