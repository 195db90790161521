import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
const sending = { sendingId: Schema.String }
/** Letters by a key: a reason of exclusion, or the id of a level. */
const Counts = Schema.Record(Schema.String, Schema.Int)

/** The people of a run of mail are known. `candidates` = letters to write + the sum of `excluded`. */
export const SendingPrepared = Schema.TaggedStruct("newsletters.SendingPrepared.v1", {
  ...sending,
  kind: Schema.Literals(["post", "opened", "daily", "weekly"]),
  /** The post of a run of the kind `opened`; the id of a run of the kind `post` is that of its post. */
  postId: Schema.optionalKey(Schema.String),
  /** Null for a digest. */
  channelId: Schema.NullOr(Schema.Int),
  authorId: Schema.NullOr(Schema.String),
  candidates: Schema.Int,
  excluded: Counts,
  preparedAt: Time,
})
/** All letters of a batch are settled. `candidates` = `submitted` + `uncertain` + the sum of `excluded`. */
export const BatchSubmitted = Schema.TaggedStruct("newsletters.BatchSubmitted.v1", {
  ...sending,
  batch: Schema.Int,
  candidates: Schema.Int,
  /** Taken by the mail server, once. */
  submitted: Schema.Int,
  /** Taken by the mail server, but perhaps twice, or perhaps not. */
  uncertain: Schema.Int,
  excluded: Counts,
  /** Letters written, by the level of their text. */
  byLevel: Counts,
  submittedAt: Time,
})
export const SendingFinished = Schema.TaggedStruct("newsletters.SendingFinished.v1", {
  ...sending,
  candidates: Schema.Int,
  submitted: Schema.Int,
  uncertain: Schema.Int,
  excluded: Counts,
  finishedAt: Time,
})
/** The author had failed letters sent again. They are a batch of their own. */
export const SendingResumed = Schema.TaggedStruct("newsletters.SendingResumed.v1", {
  ...sending,
  letters: Schema.Int,
  resumedAt: Time,
})
/** What has not left stays here. */
export const SendingCancelled = Schema.TaggedStruct("newsletters.SendingCancelled.v1", {
  ...sending,
  by: Schema.Literals(["author", "deleted", "hidden"]),
  cancelledAt: Time,
})

export const SendingEvent = Schema.Union([
  SendingPrepared,
  BatchSubmitted,
  SendingFinished,
  SendingResumed,
  SendingCancelled,
]).pipe(Schema.toTaggedUnion("_tag"))
export type SendingEvent = typeof SendingEvent.Type
export const SendingEvents = makeEventFamily(SendingEvent)
