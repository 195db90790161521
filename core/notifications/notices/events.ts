import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { NOTICE_TYPES } from "../contract.ts"

/**
 * Events of notices, sealed for `personId`. `content` is null after erasure. Notices of a person are numbered from 1
 * without gaps. Times are ISO 8601 in UTC with milliseconds.
 */
const Time = Schema.String
const person = { personId: Schema.String }

export const NoticeType = Schema.Literals(NOTICE_TYPES)

const Text = Schema.Struct({ title: Schema.String, text: Schema.String })

/** A text by operators in every interface language. */
export const NoticeWords = Schema.Struct({ en: Text, de: Text, "zh-Hans": Text, "zh-Hant": Text })
export type NoticeWords = typeof NoticeWords.Type

/** Either a predefined text with values, or a text by operators. */
export const NoticeContent = Schema.Union([
  Schema.Struct({
    /** Names the text, for example `newDevice`. */
    kind: Schema.String,
    /** Values by placeholder name. */
    values: Schema.Record(Schema.String, Schema.String),
  }),
  Schema.Struct({
    words: NoticeWords,
    /** A path of the site. */
    link: Schema.NullOr(Schema.String),
  }),
])
export type NoticeContent = typeof NoticeContent.Type

export const NoticeGiven = Schema.TaggedStruct("notifications.NoticeGiven.v1", {
  ...person,
  /** A UUID derived from the person and the source. */
  noticeId: Schema.String,
  seq: Schema.Int,
  type: NoticeType,
  content: Schema.NullOr(NoticeContent),
  /** When the event behind the notice happened. */
  givenAt: Time,
})

export const NoticeRead = Schema.TaggedStruct("notifications.NoticeRead.v1", {
  ...person,
  seq: Schema.Int,
  readAt: Time,
})

/** Everything up to a number was read, of one type or (null) of both. */
export const NoticesRead = Schema.TaggedStruct("notifications.NoticesRead.v1", {
  ...person,
  upTo: Schema.Int,
  type: Schema.NullOr(NoticeType),
  readAt: Time,
})

/** The account was deleted: notices up to this number are dropped. */
export const NoticesForgotten = Schema.TaggedStruct("notifications.NoticesForgotten.v1", {
  ...person,
  upTo: Schema.Int,
  forgottenAt: Time,
})

export const NoticesEvent = Schema.Union([NoticeGiven, NoticeRead, NoticesRead, NoticesForgotten]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type NoticesEvent = typeof NoticesEvent.Type

export const NoticesEvents = makeEventFamily(NoticesEvent, {
  sealed: { "notifications.NoticeGiven.v1": { subject: "personId", fields: ["content"] } },
})
