import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { RETENTION_POLICIES } from "../contract.ts"

/** How long images of later decisions are kept; a fact of the installation. */
export const RetentionSet = Schema.TaggedStruct("identity.RetentionSet.v1", {
  policy: Schema.Literals(RETENTION_POLICIES),
  by: Schema.String,
  setAt: Schema.String,
})
const RetentionEvent = Schema.Union([RetentionSet]).pipe(Schema.toTaggedUnion("_tag"))
export type RetentionEvent = typeof RetentionEvent.Type
export const RetentionEvents = makeEventFamily(RetentionEvent)
