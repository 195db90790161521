import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { LookEvidence } from "#core/operators"

/** Fields of people that the console masks. Codes and keys are not among them: nobody can reveal those. */
export const REVEALED_FIELDS = ["email"] as const
export type RevealedField = (typeof REVEALED_FIELDS)[number]

/** An operator saw fields of a person. It is appended before any of them leaves. What they said is not in it. */
export const FieldsRevealed = Schema.TaggedStruct("reveals.FieldsRevealed.v1", {
  operatorId: Schema.String,
  personId: Schema.String,
  fields: Schema.Array(Schema.Literals(REVEALED_FIELDS)),
  /** Sealed for the person, who reads it. */
  reason: Schema.NullOr(Schema.String),
  /** Until then the person does not see this: some investigations may not be disclosed. */
  embargoUntil: Schema.NullOr(Schema.String),
  evidence: LookEvidence,
  revealedAt: Schema.String,
})
/** A second operator allowed more reveals within the next hour. */
export const RevealsAllowed = Schema.TaggedStruct("reveals.RevealsAllowed.v1", {
  operatorId: Schema.String,
  by: Schema.String,
  allowedAt: Schema.String,
})

export const RevealEvent = Schema.Union([FieldsRevealed, RevealsAllowed]).pipe(Schema.toTaggedUnion("_tag"))
export type RevealEvent = typeof RevealEvent.Type
export const RevealEvents = makeEventFamily(RevealEvent, {
  sealed: { "reveals.FieldsRevealed.v1": { subject: "personId", fields: ["reason"] } },
})
