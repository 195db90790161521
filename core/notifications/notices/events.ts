import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { NOTICE_TYPES } from "./Notice.ts"

/**
 * The facts of what the site tells one person. `personId` is the subject that is sealed for; what a notice says is null once
 * the person was erased. Notices of a person are numbered from 1 without a gap. Times are ISO 8601 in UTC with milliseconds.
 */
const Time = Schema.String
const person = { personId: Schema.String }

export const NoticeType = Schema.Literals(NOTICE_TYPES)

const Text = Schema.Struct({ title: Schema.String, text: Schema.String })

/** What operators wrote, in every language of the interface. */
export const NoticeWords = Schema.Struct({ en: Text, de: Text, "zh-Hans": Text, "zh-Hant": Text })
export type NoticeWords = typeof NoticeWords.Type

/** What a notice says: something that every reader is told in their language, or words of operators. */
export const NoticeContent = Schema.Union([
  Schema.Struct({
    /** Names the words: `newDevice`. */
    kind: Schema.String,
    /** What is filled in, by name. */
    values: Schema.Record(Schema.String, Schema.String),
  }),
  Schema.Struct({
    words: NoticeWords,
    /** Where it leads: a path of the site. */
    link: Schema.NullOr(Schema.String),
  }),
])
export type NoticeContent = typeof NoticeContent.Type

/** The person was told something. */
export const NoticeGiven = Schema.TaggedStruct("notifications.NoticeGiven.v1", {
  ...person,
  /** A UUID that follows from the person and from what it was given for. */
  noticeId: Schema.String,
  seq: Schema.Int,
  type: NoticeType,
  content: Schema.NullOr(NoticeContent),
  /** When what it tells of happened. */
  givenAt: Time,
})

/** The person has read one of them. */
export const NoticeRead = Schema.TaggedStruct("notifications.NoticeRead.v1", {
  ...person,
  seq: Schema.Int,
  readAt: Time,
})

/** The person has read all up to a number: of one type or, where that is null, of both. */
export const NoticesRead = Schema.TaggedStruct("notifications.NoticesRead.v1", {
  ...person,
  upTo: Schema.Int,
  type: Schema.NullOr(NoticeType),
  readAt: Time,
})

/** The person left: what they were told, up to this number, is nobody's any more. */
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
