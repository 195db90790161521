import { Schema } from "effect"

/** There is no such comment, or it is not for this person to change. */
export class NoComment extends Schema.TaggedError<NoComment>()("NoComment", {}) {
  get messageKey(): "comments.none" {
    return "comments.none"
  }
}

/** There is no such post, or this person may not read all of it. */
export class NoOpenPost extends Schema.TaggedError<NoOpenPost>()("NoOpenPost", {}) {
  get messageKey(): "comments.noPost" {
    return "comments.noPost"
  }
}

/** Comments on this post are closed, or reserved for a level that the person does not have. */
export class CommentLevelRequired extends Schema.TaggedError<CommentLevelRequired>()("CommentLevelRequired", {
  /** Id of Home/CommentLevels. */
  commentLevelId: Schema.Literals([2, 3, 4]),
}) {
  get messageKey(): "comments.level.2" | "comments.level.3" | "comments.level.4" {
    return `comments.level.${this.commentLevelId}`
  }
}

/** The creator banned the person. */
export class CommenterIsBanned extends Schema.TaggedError<CommenterIsBanned>()("CommenterIsBanned", {}) {
  get messageKey(): "comments.banned" {
    return "comments.banned"
  }
}

/** The text is empty or too long. */
export class UnfitComment extends Schema.TaggedError<UnfitComment>()("UnfitComment", {
  problem: Schema.Literals(["empty", "long"]),
}) {
  get messageKey(): "comments.text.empty" | "comments.text.long" {
    return `comments.text.${this.problem}`
  }
}

/** The time for corrections is over. */
export class CommentEditClosed extends Schema.TaggedError<CommentEditClosed>()("CommentEditClosed", {}) {
  get messageKey(): "comments.editClosed" {
    return "comments.editClosed"
  }
}

/** Only the first comment of a thread can be pinned, while it is shown. */
export class CommentNotPinnable extends Schema.TaggedError<CommentNotPinnable>()("CommentNotPinnable", {}) {
  get messageKey(): "comments.notPinnable" {
    return "comments.notPinnable"
  }
}
