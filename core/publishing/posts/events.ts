import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Sealed fields are null once the post was deleted. */
const Text = Schema.NullOr(Schema.String)
const post = { postId: Schema.String, personId: Schema.String, channelId: Schema.Int }

/** What rendering needs to know of a file; files never change. */
export const PostMedia = Schema.Struct({
  mediaId: Schema.String,
  kind: Schema.Literals(["image", "audio", "video"]),
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  durationMs: Schema.NullOr(Schema.Int),
})
export type PostMedia = typeof PostMedia.Type

/** When a post opens to lower levels by itself, in days after its publication; null for never. */
export const Opening = Schema.Struct({
  subscribersDays: Schema.NullOr(Schema.Int),
  everyoneDays: Schema.NullOr(Schema.Int),
})
export type Opening = typeof Opening.Type

/** A version of a post. `preview` is public; `gated` is for people with the level. Both are Markdown. */
const version = {
  format: Schema.String,
  /** Id of Home/Levels. */
  levelId: Schema.Literals([1, 2, 3]),
  language: Schema.NullOr(Schema.String),
  opening: Opening,
  title: Text,
  preview: Text,
  gated: Text,
  /** The part of the address that the author chose; empty for one made of the title. */
  customTitle: Text,
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  /** Key of a stored picture. */
  cover: Text,
  series: Text,
  media: Schema.NullOr(Schema.Array(PostMedia)),
  /** Whether mail is sent about it when it is published, and when it opens. Events without it are mailed. */
  isMailed: Schema.optionalKey(Schema.Boolean),
}
const SEALED_VERSION = ["title", "preview", "gated", "customTitle", "tags", "cover", "series", "media"]

/** A post was saved for the first time. */
export const PostCreated = Schema.TaggedStruct("publishing.PostCreated.v1", { ...post, ...version, createdAt: Time })
/** A new version was saved. Readers see it at once if the post is published. */
export const PostRevised = Schema.TaggedStruct("publishing.PostRevised.v1", {
  ...post,
  ...version,
  /** The number of the version; the first one is 1. */
  revision: Schema.Int,
  revisedAt: Time,
})
/** The post shall be published at this time. `wall` and `zone` are what the author chose: `2026-12-01T09:00`. */
export const PostScheduled = Schema.TaggedStruct("publishing.PostScheduled.v1", {
  ...post,
  dueAt: Time,
  wall: Schema.String,
  zone: Schema.String,
  scheduledAt: Time,
})
/** The post is a draft again: its author cancelled, or it could not be published. */
export const PostUnscheduled = Schema.TaggedStruct("publishing.PostUnscheduled.v1", {
  ...post,
  /** Message key of why it could not be published; null if its author cancelled. */
  refusal: Schema.NullOr(Schema.String),
  unscheduledAt: Time,
})
/** The post is a translation of another one of the same author. Translations of one post name the same original. */
export const TranslationLinked = Schema.TaggedStruct("publishing.TranslationLinked.v1", {
  ...post,
  originalId: Schema.String,
  linkedAt: Time,
})
/** The last part of the address was set. Former ones of the same post still lead to it. */
export const PostAddressed = Schema.TaggedStruct("publishing.PostAddressed.v1", {
  ...post,
  slug: Text,
  addressedAt: Time,
})
/** The post was published for the first time. */
export const PostPublished = Schema.TaggedStruct("publishing.PostPublished.v1", {
  ...post,
  ...version,
  publishedAt: Time,
  /** True if it was published by its schedule, when its author may be away. */
  isScheduled: Schema.optionalKey(Schema.Boolean),
})
/**
 * The post was brought from elsewhere, by the same command that created it. Its id follows from the channel and the
 * source, so that nothing is brought twice.
 */
export const PostImported = Schema.TaggedStruct("publishing.PostImported.v1", {
  ...post,
  /** The product or the feed that it comes from: `ghost`, `substack`, `feed`. */
  source: Schema.String,
  /** Its identity there. */
  sourceId: Text,
  /** Its address there. */
  canonicalUrl: Text,
  importedAt: Time,
})
/** The story in the library that the post is a copy of, so that lists show one of them. Nothing for a post of its own. */
const copyOf = { storyKey: Schema.optionalKey(Schema.String) }
/** An imported post was published with its former date. Its readers know it: nobody is notified. */
export const PostArchived = Schema.TaggedStruct("publishing.PostArchived.v1", {
  ...post,
  ...version,
  ...copyOf,
  publishedAt: Time,
  archivedAt: Time,
})
/** Time opened the post to a lower level, as its author had planned. `levelId` is the new level. */
export const LevelOpened = Schema.TaggedStruct("publishing.LevelOpened.v1", { ...post, ...version, openedAt: Time })
/** A published post was taken from its readers. */
export const PostHidden = Schema.TaggedStruct("publishing.PostHidden.v1", { ...post, hiddenAt: Time })
/** A hidden post was given back to its readers. */
export const PostShown = Schema.TaggedStruct("publishing.PostShown.v1", {
  ...post,
  ...version,
  ...copyOf,
  publishedAt: Time,
  shownAt: Time,
})
/** Operators took the post from its readers. Its author can neither show nor hide it until they give it back. */
export const PostWithheld = Schema.TaggedStruct("publishing.PostWithheld.v1", {
  ...post,
  /** Whether readers could see it until then. */
  wasShown: Schema.Boolean,
  withheldAt: Time,
})
/** Operators gave the post back: it is what it was before, with what its author changed meanwhile. */
export const PostReleased = Schema.TaggedStruct("publishing.PostReleased.v1", {
  ...post,
  ...version,
  ...copyOf,
  publishedAt: Time,
  /** Whether readers see it again; false if its author had hidden it. */
  isShown: Schema.Boolean,
  releasedAt: Time,
})
/** The post was deleted by its author, or with its channel. Its key is dropped, so that no copy of the log has its text. */
export const PostDeleted = Schema.TaggedStruct("publishing.PostDeleted.v1", {
  ...post,
  /** Whether readers could see it until then. */
  wasShown: Schema.Boolean,
  deletedAt: Time,
})

export const PostEvent = Schema.Union([
  PostCreated,
  PostRevised,
  PostScheduled,
  PostUnscheduled,
  TranslationLinked,
  PostAddressed,
  PostPublished,
  PostImported,
  PostArchived,
  LevelOpened,
  PostHidden,
  PostShown,
  PostWithheld,
  PostReleased,
  PostDeleted,
]).pipe(Schema.toTaggedUnion("_tag"))
export type PostEvent = typeof PostEvent.Type

const sealing = (fields: ReadonlyArray<string>) => ({ subject: "postId", fields })

export const PostEvents = makeEventFamily(PostEvent, {
  sealed: {
    "publishing.PostCreated.v1": sealing(SEALED_VERSION),
    "publishing.PostRevised.v1": sealing(SEALED_VERSION),
    "publishing.PostAddressed.v1": sealing(["slug"]),
    "publishing.PostPublished.v1": sealing(SEALED_VERSION),
    "publishing.PostImported.v1": sealing(["sourceId", "canonicalUrl"]),
    "publishing.PostArchived.v1": sealing(SEALED_VERSION),
    "publishing.LevelOpened.v1": sealing(SEALED_VERSION),
    "publishing.PostShown.v1": sealing(SEALED_VERSION),
    "publishing.PostReleased.v1": sealing(SEALED_VERSION),
  },
})

/** A post has this address in its channel. The stream is named after both, so that no address leads to two posts. */
export const SlugTaken = Schema.TaggedStruct("publishing.SlugTaken.v1", { postId: Schema.String, takenAt: Time })
/** The post was deleted; another one may take its address. */
export const SlugReleased = Schema.TaggedStruct("publishing.SlugReleased.v1", {
  postId: Schema.String,
  releasedAt: Time,
})
export const SlugEvent = Schema.Union([SlugTaken, SlugReleased]).pipe(Schema.toTaggedUnion("_tag"))
export type SlugEvent = typeof SlugEvent.Type
export const SlugEvents = makeEventFamily(SlugEvent)
