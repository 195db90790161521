import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
const media = { personId: Schema.String, mediaId: Schema.String }

/** A file of a creator was examined and accepted. Its bytes never change. */
export const MediaReceived = Schema.TaggedStruct("publishing.MediaReceived.v1", {
  ...media,
  /** The name that its creator gave it; null after an erasure. */
  name: Schema.NullOr(Schema.String),
  kind: Schema.Literals(["image", "audio", "video"]),
  /** The media type that it is served as. */
  type: Schema.String,
  codecs: Schema.Array(Schema.String),
  /** SHA-256 of the stored bytes, in base64url. */
  digest: Schema.String,
  bytes: Schema.Int,
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  durationMs: Schema.NullOr(Schema.Int),
  receivedAt: Time,
})
/**
 * The file stands in a post: at this time in its public part (level 1), or in the part for this level. Who may have it
 * later follows from the post.
 */
export const MediaAttached = Schema.TaggedStruct("publishing.MediaAttached.v1", {
  ...media,
  postId: Schema.String,
  /** Id of Home/Levels. */
  levelId: Schema.Int,
  attachedAt: Time,
})
/** The file stands in no post any more. */
export const MediaDetached = Schema.TaggedStruct("publishing.MediaDetached.v1", {
  ...media,
  postId: Schema.String,
  detachedAt: Time,
})
/** Its creator deleted the file. */
export const MediaRemoved = Schema.TaggedStruct("publishing.MediaRemoved.v1", { ...media, removedAt: Time })

export const MediaEvent = Schema.Union([MediaReceived, MediaAttached, MediaDetached, MediaRemoved]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type MediaEvent = typeof MediaEvent.Type

export const MediaEvents = makeEventFamily(MediaEvent, {
  sealed: { "publishing.MediaReceived.v1": { subject: "personId", fields: ["name"] } },
})
