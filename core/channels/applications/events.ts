import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { REJECTION_REASONS } from "../formRules.ts"

const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const person = { personId: Schema.String }

/** The answers of an application were saved; the event contains all of them. */
export const ApplicationSaved = Schema.TaggedStruct("channels.ApplicationSaved.v1", {
  ...person,
  /** The name of the channel. */
  subject: Personal,
  /** What the person publishes, and why here. */
  about: Personal,
  /** Where the person publishes today. */
  links: Schema.NullOr(Schema.Array(Schema.String)),
  /** Language tags of the content. */
  languages: Schema.Array(Schema.String),
  savedAt: Time,
})
export const ApplicationSubmitted = Schema.TaggedStruct("channels.ApplicationSubmitted.v1", {
  ...person,
  /** The id of Home/LoadApplcationRequestType. */
  requestTypeId: Schema.Int,
  submittedAt: Time,
})
/** The applicant took it back. */
export const ApplicationWithdrawn = Schema.TaggedStruct("channels.ApplicationWithdrawn.v1", {
  ...person,
  withdrawnAt: Time,
})
/** An operator began to read it; until the decision the applicant cannot change it. */
export const ReviewStarted = Schema.TaggedStruct("channels.ReviewStarted.v1", {
  ...person,
  by: Schema.String,
  startedAt: Time,
})
/** The same append opens the channel. */
export const ApplicationApproved = Schema.TaggedStruct("channels.ApplicationApproved.v1", {
  ...person,
  by: Schema.String,
  channelId: Schema.Int,
  channelCode: Schema.String,
  approvedAt: Time,
})
export const ApplicationRejected = Schema.TaggedStruct("channels.ApplicationRejected.v1", {
  ...person,
  by: Schema.String,
  reason: Schema.Literals(REJECTION_REASONS),
  /** What the operator wrote to the applicant. */
  note: Personal,
  rejectedAt: Time,
})

export const ApplicationEvent = Schema.Union([
  ApplicationSaved,
  ApplicationSubmitted,
  ApplicationWithdrawn,
  ReviewStarted,
  ApplicationApproved,
  ApplicationRejected,
]).pipe(Schema.toTaggedUnion("_tag"))
export type ApplicationEvent = typeof ApplicationEvent.Type

export const ApplicationEvents = makeEventFamily(ApplicationEvent, {
  sealed: {
    "channels.ApplicationSaved.v1": { subject: "personId", fields: ["subject", "about", "links"] },
    "channels.ApplicationRejected.v1": { subject: "personId", fields: ["note"] },
  },
})
