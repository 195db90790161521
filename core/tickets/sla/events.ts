import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Working minutes; null for no limit. */
const Targets = Schema.Struct({
  first: Schema.NullOr(Schema.Int),
  next: Schema.NullOr(Schema.Int),
  resolution: Schema.NullOr(Schema.Int),
})

/** Operators set the service levels of tickets that are opened from now on. */
export const ServiceLevelsSet = Schema.TaggedStruct("tickets.ServiceLevelsSet.v1", {
  /** Counts from 1. Each ticket names the version under which it was opened. */
  version: Schema.Int,
  timeZone: Schema.String,
  /** From and until in minutes of the local day, Monday first; null for a day off. */
  hours: Schema.Array(Schema.NullOr(Schema.Tuple([Schema.Int, Schema.Int]))),
  /** Local dates such as `2026-12-25`. */
  holidays: Schema.Array(Schema.String),
  targets: Schema.Struct({ low: Targets, normal: Targets, high: Targets, urgent: Targets }),
  by: Schema.String,
  /** ISO 8601 in UTC. */
  setAt: Schema.String,
})

export type ServiceLevelsEvent = typeof ServiceLevelsSet.Type
export const ServiceLevelsEvents = makeEventFamily(Schema.Union([ServiceLevelsSet]).pipe(Schema.toTaggedUnion("_tag")))
