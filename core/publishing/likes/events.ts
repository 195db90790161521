import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Id of Home/UserLikeStatus. */
const Status = Schema.Literals([1, 2, 3])

/** A person liked a post or a comment, disliked it, or took that back. */
export const LikeSet = Schema.TaggedStruct("publishing.LikeSet.v1", {
  postId: Schema.String,
  /** The liked comment; null for the post itself. */
  commentId: Schema.NullOr(Schema.String),
  personId: Schema.String,
  /** The status before, so that counts need no look-up. */
  former: Status,
  status: Status,
  setAt: Schema.String,
})

export const LikeEvent = Schema.Union([LikeSet]).pipe(Schema.toTaggedUnion("_tag"))
export type LikeEvent = typeof LikeEvent.Type
export const LikeEvents = makeEventFamily(LikeEvent)
