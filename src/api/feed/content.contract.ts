import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { ChannelItem } from "#contract/library"
import {
  OPEN_DAYS_MAX,
  POST_SERIES_LENGTH_MAX,
  POST_SLUG_LENGTH_MAX,
  POST_TAG_LENGTH_MAX,
  POST_TAGS_MAX,
  POST_TEXT_BYTES_MAX,
  POST_TITLE_LENGTH_MAX,
} from "#contract/publishing"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { ContentLanguageCode, EpochMs, Id, PictureKey } from "../fields.ts"

/** Texts may be longer than the rules allow, so that people get the rule's message. */
const long = (lengthMax: number) => Schema.String.check(Schema.isMaxLength(2 * lengthMax))

/** A content within the level of the caller. */
const contentFields = {
  id: Schema.String,
  channelId: Schema.Int,
  channelCode: Schema.String,
  /** The last part of its address; empty until it is published. */
  customTitle: Schema.String,
  /** Its path on this site; empty until it is published. */
  link: Schema.String,
  title: Schema.String,
  /** The beginning of the public part as plain text. */
  description: Schema.String,
  /** The public part, as Markdown. */
  preview: Schema.String,
  /** The part for people with the level, as Markdown; null if there is none or the caller may not read it. */
  gated: Schema.NullOr(Schema.String),
  /** Id of Home/Levels. */
  levelId: Schema.Int,
  /** Whether there is a part that the caller may not read. */
  locked: Schema.Boolean,
  languageCode: Schema.String,
  tags: Schema.Array(Schema.String),
  coverUrl: Schema.String,
  series: Schema.NullOr(Schema.String),
  /** Id of Home/LoadLocalContentStatus. */
  contentStatusId: Schema.Int,
  published: Schema.NullOr(EpochMs),
  updated: EpochMs,
}
export const Content = Schema.Struct(contentFields).annotate({ identifier: "Content" })

/** A content as its author edits it. */
const OwnContent = Schema.Struct({
  ...contentFields,
  /** The number of the version, for `baseRevision`. */
  revision: Schema.Int,
  /** The address that the author chose; empty for one made of the title. */
  chosenTitle: Schema.String,
  cover: Schema.NullOr(Schema.String),
  /** When it will be published: local time, time zone and instant. */
  dueAt: Schema.NullOr(Schema.String),
  timeZone: Schema.NullOr(Schema.String),
  due: Schema.NullOr(EpochMs),
  /** Days after publication when it opens to subscribers and to everyone by itself. */
  subscribersDays: Schema.NullOr(Schema.Int),
  everyoneDays: Schema.NullOr(Schema.Int),
  /** Whether mail is sent when it is published and when it opens to a lower level. */
  sendEmail: Schema.Boolean,
}).annotate({ identifier: "OwnContent" })

const Days = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: OPEN_DAYS_MAX })))

const written = {
  title: Schema.optionalKey(long(POST_TITLE_LENGTH_MAX)),
  /** The public part, as Markdown. */
  preview: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(POST_TEXT_BYTES_MAX))),
  /** The part for people with the level, as Markdown. */
  gated: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(POST_TEXT_BYTES_MAX))),
  /** Id of Home/Levels: who may read the gated part. */
  levelId: Schema.optionalKey(Schema.Literals([1, 2, 3])),
  languageCode: Schema.optionalKey(ContentLanguageCode),
  tags: Schema.optionalKey(Schema.Array(long(POST_TAG_LENGTH_MAX)).check(Schema.isMaxLength(2 * POST_TAGS_MAX))),
  /** Key of Home/UploadImage; null removes it. */
  cover: Schema.optionalKey(Schema.NullOr(PictureKey)),
  series: Schema.optionalKey(Schema.NullOr(long(POST_SERIES_LENGTH_MAX))),
  /** The last part of the address; empty for one made of the title. */
  customTitle: Schema.optionalKey(long(POST_SLUG_LENGTH_MAX)),
  subscribersDays: Schema.optionalKey(Days),
  everyoneDays: Schema.optionalKey(Days),
  /** The local time of publication, `2026-12-01T09:00`, and its time zone; needed for the status Scheduled. */
  dueAt: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40))),
  timeZone: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
  /** Whether mail is sent when it is published and when it opens to a lower level; by default it is. */
  sendEmail: Schema.optionalKey(Schema.Boolean),
}

const saved = answerOf(Schema.Struct({ content: OwnContent }))

/** The creator of a content: their channel, and who they are. */
const withCreator = {
  creator: Schema.Struct({ ...ChannelItem.fields, userCode: Schema.String }),
}
const ContentWithCreator = Schema.Struct({ content: Content, ...withCreator }).annotate({
  identifier: "ContentWithCreator",
})

const which = {
  /** The content by its id, or by its channel and the last part of its address. */
  contentId: Schema.optionalKey(Id),
  channelCode: Schema.optionalKey(Id),
  customTitle: Schema.optionalKey(long(POST_SLUG_LENGTH_MAX)),
}
const page = {
  filter: Schema.optionalKey(
    Schema.Struct({
      page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
      pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
    }),
  ),
}
/** Characters of a token of a letter. */
const MAIL_TOKEN_LENGTH_MAX = 200

/** Calls about the posts of creators. */
export const contentEndpoints = [
  HttpApiEndpoint.post("createContent", "/createContent", {
    payload: Schema.Struct({
      ...written,
      /** The caller's channel; by default the first one. */
      channelId: Schema.optionalKey(Schema.Int),
      /** Draft by default, or Scheduled, or Published. */
      contentStatusId: Schema.optionalKey(Schema.Literals([1, 2, 3])),
      /** The caller's content that this one is a translation of; their pages then name each other. */
      translationOf: Schema.optionalKey(Id),
    }),
    success: saved,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(describedAs("Saves a new content of the calling creator: a draft, a scheduled or a published one.")),
  HttpApiEndpoint.post("UpdateContent", "/UpdateContent", {
    payload: Schema.Struct({
      ...written,
      contentId: Id,
      /** The version that the change was made on; 409 if there is a newer one. */
      baseRevision: Schema.optionalKey(Schema.Int),
      /** Draft cancels a schedule; Published publishes or shows; Hidden hides. */
      contentStatusId: Schema.optionalKey(Schema.Literals([1, 2, 3, 4])),
    }),
    success: saved,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs("Saves a new version of the caller's content, or changes its status; omitted fields stay."),
  ),
  HttpApiEndpoint.post("DeleteContent", "/DeleteContent", {
    payload: Schema.Struct({ contentId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(describedAs("Deletes the caller's content for good; its text can then not be read in any copy.")),
  HttpApiEndpoint.post("ViewContent", "/ViewContent", {
    payload: Schema.Struct(which),
    success: answerOf(Schema.Struct({ content: Content })),
    error: [NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "One content, with its gated part if the caller's level allows it. Authors see their own in any state.",
    ),
  ),
  HttpApiEndpoint.post("ViewContentWithCreator", "/ViewContentWithCreator", {
    payload: Schema.Struct(which),
    success: answerOf(ContentWithCreator),
    error: [NotFound, TooMany],
  }).annotateMerge(describedAs("As ViewContent, with the channel and the creator.")),
  HttpApiEndpoint.post("ViewContentByEmail", "/ViewContentByEmail", {
    payload: Schema.Struct({
      /** The token of a link in a letter about a new content. */
      token: Schema.String.check(Schema.isMaxLength(MAIL_TOKEN_LENGTH_MAX)),
    }),
    success: answerOf(ContentWithCreator),
    error: [NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "The content that a letter is about, as its recipient may read it now, without a sign-in. The token opens this content alone.",
    ),
  ),
  HttpApiEndpoint.post("ListContent", "/ListContent", {
    payload: Schema.Struct({
      ...page,
      /** One of the caller's channels; by default all of them. */
      channelId: Schema.optionalKey(Schema.Int),
      /** Id of Home/LoadLocalContentStatus; by default all. */
      contentStatusId: Schema.optionalKey(Schema.Literals([1, 2, 3, 4])),
    }),
    success: answerOf(Schema.Struct({ contents: Schema.Array(Content), hasMore: Schema.Boolean })),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs("The calling creator's contents in all states: first those that are not published, then the newest."),
  ),
  HttpApiEndpoint.post("ListContentWithCreator", "/ListContentWithCreator", {
    payload: Schema.Struct({ ...page, channelCode: Schema.optionalKey(Id) }),
    success: answerOf(Schema.Struct({ contents: Schema.Array(ContentWithCreator), hasMore: Schema.Boolean })),
    error: [NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "Published contents of a channel, or of all, the newest first, each with its creator and without gated parts.",
    ),
  ),
  HttpApiEndpoint.post("UpdateInternalContent", "/UpdateInternalContent", {
    payload: Schema.Struct({
      contentId: Id,
      /** Id of Home/LoadLocalContentStatus. Deleted cannot be undone. */
      contentStatusId: Schema.Literals([1, 2, 3, 4, 5]),
      /** For Scheduled, as in UpdateContent. */
      dueAt: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40))),
      timeZone: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64))),
    }),
    success: answerOf(Schema.Struct({ content: Schema.NullOr(OwnContent) })),
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs("Changes the status of the caller's content without its text; `content` is null once it is deleted."),
  ),
] as const
