import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { TICKET_PRIORITIES } from "../ticketRules.ts"

/** Operators saved a macro: what they often answer, in several languages, and what they do with the ticket then. */
export const MacroSaved = Schema.TaggedStruct("tickets.MacroSaved.v1", {
  macroId: Schema.String,
  name: Schema.String,
  /** Texts by interface language. */
  texts: Schema.Record(Schema.String, Schema.String),
  /** Added to those of the ticket. */
  tags: Schema.Array(Schema.String),
  /** Null leaves it as it is. */
  priority: Schema.NullOr(Schema.Literals(TICKET_PRIORITIES)),
  outcome: Schema.Literals(["waiting", "solved"]),
  by: Schema.String,
  /** ISO 8601 in UTC. */
  savedAt: Schema.String,
})

export const MacroRemoved = Schema.TaggedStruct("tickets.MacroRemoved.v1", {
  macroId: Schema.String,
  by: Schema.String,
  removedAt: Schema.String,
})

export const MacroEvent = Schema.Union([MacroSaved, MacroRemoved]).pipe(Schema.toTaggedUnion("_tag"))
export type MacroEvent = typeof MacroEvent.Type
export const MacroEvents = makeEventFamily(MacroEvent)
