import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Who has a feature. */
export const FlagRule = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["on", "off"]) }),
  /** Members by a digest of the flag and their id, so that raising the share takes it from nobody. 1 to 99. */
  Schema.Struct({ kind: Schema.Literal("percent"), percent: Schema.Number }),
  Schema.Struct({ kind: Schema.Literal("people"), personIds: Schema.Array(Schema.String) }),
  /** This release and later ones, such as 0.8.0. */
  Schema.Struct({ kind: Schema.Literal("release"), release: Schema.String }),
])
export type FlagRule = typeof FlagRule.Type

/** An operator decided who has a feature. The flag is a text, because events outlive the features of the code. */
export const FlagSet = Schema.TaggedStruct("flags.FlagSet.v1", {
  flag: Schema.String,
  rule: FlagRule,
  reason: Schema.String,
  by: Schema.String,
  /** ISO 8601 in UTC. */
  setAt: Schema.String,
})

/** The feature is on for everybody again, as without a rule. */
export const FlagReset = Schema.TaggedStruct("flags.FlagReset.v1", {
  flag: Schema.String,
  by: Schema.String,
  resetAt: Schema.String,
})

export const FlagEvent = Schema.Union([FlagSet, FlagReset]).pipe(Schema.toTaggedUnion("_tag"))
export type FlagEvent = typeof FlagEvent.Type
export const FlagEvents = makeEventFamily(FlagEvent)
