import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A typical event: about 200 bytes of JSON. */
const Tallied = Schema.TaggedStruct("bench.Tallied.v1", {
  tallyId: Schema.String,
  by: Schema.Int,
  at: Schema.String,
  kind: Schema.Literals(["view", "like", "share"]),
  isFirst: Schema.Boolean,
  note: Schema.String,
})
const Closed = Schema.TaggedStruct("bench.Closed.v1", { tallyId: Schema.String })

export const TALLIED = "bench.Tallied.v1"
export const TallyEvents = makeEventFamily(Schema.Union([Tallied, Closed]))
