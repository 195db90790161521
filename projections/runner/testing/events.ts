import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A small event family for the tests of the runner. */
const CounterMoved = Schema.TaggedStruct("test.CounterMoved.v1", {
  counterId: Schema.String,
  by: Schema.Int,
  note: Schema.String,
})
const CounterCleared = Schema.TaggedStruct("test.CounterCleared.v1", { counterId: Schema.String })
/** No projection handles it. */
const CounterSeen = Schema.TaggedStruct("test.CounterSeen.v1", { counterId: Schema.String })
const PersonNamed = Schema.TaggedStruct("test.PersonNamed.v1", {
  personId: Schema.String,
  name: Schema.NullOr(Schema.String),
})

export const TestEvent = Schema.Union([CounterMoved, CounterCleared, CounterSeen, PersonNamed])
export type TestEvent = typeof TestEvent.Type

export const TestEvents = makeEventFamily(TestEvent, {
  sealed: { "test.PersonNamed.v1": { subject: "personId", fields: ["name"] } },
})

export const moved = (counterId: string, by: number, note = "") => CounterMoved.make({ counterId, by, note })
export const cleared = (counterId: string) => CounterCleared.make({ counterId })
export const seen = (counterId: string) => CounterSeen.make({ counterId })
export const named = (personId: string, name: string) => PersonNamed.make({ personId, name })
