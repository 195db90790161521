import { Schema } from "effect"
import { type Append, makeEventFamily, type NewEvent, type StreamAppend, uuidv7 } from "#core/kernel"

/** The payload that every contender writes: about 200 bytes of JSON. */
export const data = {
  feedId: "7zkq2m4hd0v9x1c3b5n8",
  title: "A title as long as a person may have written it",
  link: "https://blog.example/2026/11/a-title-as-long-as-a-person-may-have-written-it",
  items: 3,
  language: "en",
}

export const TYPE = "bench.FeedSeen.v1"

export const newId = (): string => uuidv7(Date.now())

export const newEvent = (): NewEvent => ({ eventId: newId(), type: TYPE, data })

/** A command with all its fields. */
export const command = (streams: ReadonlyArray<StreamAppend>): Append => ({
  commandId: newId(),
  correlationId: newId(),
  causationId: newId(),
  actor: "user:QU0001",
  streams,
})

const FeedSeen = Schema.TaggedStruct(TYPE, {
  feedId: Schema.String,
  title: Schema.String,
  link: Schema.String,
  items: Schema.Int,
  language: Schema.String,
})

/** An aggregate of such events. */
export const Room = {
  category: "room",
  events: makeEventFamily(Schema.Union([FeedSeen])),
  initial: 0,
  evolve: (count: number) => count + 1,
}

export const seen = FeedSeen.make(data)
