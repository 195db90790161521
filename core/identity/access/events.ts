import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { LookEvidence } from "#core/operators"
import { VIEWER_ROLES } from "../contract.ts"
import { OPENING_REFUSALS } from "../refusals.ts"

const access = {
  checkId: Schema.String,
  /** The person of the check. */
  personId: Schema.String,
  docId: Schema.String,
  /** Who asked: `user:<person id>` or `operator:<name>`. */
  by: Schema.String,
  role: Schema.Literals(VIEWER_ROLES),
}

/** The keeper opened a document. It appends this before any byte leaves it. */
export const DocumentOpened = Schema.TaggedStruct("identity.DocumentOpened.v1", {
  ...access,
  /** The person, or the check after the person has left: the key that seals the reason. */
  subjectId: Schema.String,
  reason: Schema.NullOr(Schema.String),
  /** Until then the person does not see this: a report about money laundering may not be disclosed. */
  embargoUntil: Schema.NullOr(Schema.String),
  /** The operator's signature; absent for the person's own look. */
  evidence: Schema.optionalKey(LookEvidence),
  openedAt: Schema.String,
})
/** The keeper refused somebody who is not entitled, which the person should know. */
export const OpeningRefused = Schema.TaggedStruct("identity.OpeningRefused.v1", {
  ...access,
  cause: Schema.Literals(OPENING_REFUSALS),
  refusedAt: Schema.String,
})

export const AccessEvent = Schema.Union([DocumentOpened, OpeningRefused]).pipe(Schema.toTaggedUnion("_tag"))
export type AccessEvent = typeof AccessEvent.Type
export const AccessEvents = makeEventFamily(AccessEvent, {
  sealed: { "identity.DocumentOpened.v1": { subject: "subjectId", fields: ["reason"] } },
})
