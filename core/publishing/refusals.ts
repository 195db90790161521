import { Schema } from "effect"

/** Problems of the fields of a post; each is the key of a message. */
const POST_PROBLEMS = [
  "title.empty",
  "title.long",
  "text.empty",
  "text.long",
  "slug.unfit",
  "slug.taken",
  "slug.many",
  "tags.many",
  "tags.long",
  "series.long",
  "media.many",
  "level.gatedPublic",
  "level.notGated",
  "opens.order",
  "opens.long",
  "dueAt.past",
  "dueAt.far",
  "zone.unknown",
] as const
export type PostProblem = (typeof POST_PROBLEMS)[number]

/** Fields of a post have invalid values; all of them are named. */
export class UnfitPost extends Schema.TaggedError<UnfitPost>()("UnfitPost", {
  problems: Schema.Array(Schema.Struct({ field: Schema.String, problem: Schema.Literals(POST_PROBLEMS) })),
}) {
  get messageKey(): "posts.unfit" {
    return "posts.unfit"
  }
}

/** There is no such post, or it belongs to somebody else, or it was deleted. */
export class NoPost extends Schema.TaggedError<NoPost>()("NoPost", {}) {
  get messageKey(): "posts.none" {
    return "posts.none"
  }
}

/** The person has no such channel, or it is not active. */
export class ChannelNotActive extends Schema.TaggedError<ChannelNotActive>()("ChannelNotActive", {}) {
  get messageKey(): "posts.channelNotActive" {
    return "posts.channelNotActive"
  }
}

/** The state of the post does not allow this, such as scheduling a published one. */
export class WrongPostState extends Schema.TaggedError<WrongPostState>()("WrongPostState", {}) {
  get messageKey(): "posts.wrongState" {
    return "posts.wrongState"
  }
}

/** Operators took the post from its readers; only they give it back. */
export class PostIsWithheld extends Schema.TaggedError<PostIsWithheld>()("PostIsWithheld", {}) {
  get messageKey(): "posts.withheld" {
    return "posts.withheld"
  }
}

/** Somebody saved the post after the version that this change is based on. */
export class PostChanged extends Schema.TaggedError<PostChanged>()("PostChanged", { revision: Schema.Int }) {
  get messageKey(): "posts.changed" {
    return "posts.changed"
  }
}

/** The post has as many versions as it may have. */
export class TooManyRevisions extends Schema.TaggedError<TooManyRevisions>()("TooManyRevisions", {}) {
  get messageKey(): "posts.tooManyRevisions" {
    return "posts.tooManyRevisions"
  }
}

/** Another tab kept unsaved changes that this one has not seen. */
export class OtherTab extends Schema.TaggedError<OtherTab>()("OtherTab", { savedAtMs: Schema.Number }) {}
