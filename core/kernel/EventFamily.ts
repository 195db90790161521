import { Clock, Effect, Schema } from "effect"
import type { NewEvent, StoredEvent } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"
import { Sealing } from "./Sealing.ts"

/** What every event has: the type it is stored under, past tense and with its version: `feeds.FeedAdded.v1`. */
export type AnyEvent = { readonly _tag: string }

/** Which fields of an event are a person's, and which field names that person (a UUID). Sealed fields must admit null. */
export type SealedFields = { readonly subject: string; readonly fields: ReadonlyArray<string> }

/** The events of one module, and how they are written and read. A new shape is a new name, never an edit. */
export type EventFamily<Event extends AnyEvent> = {
  readonly types: ReadonlyArray<Event["_tag"]>
  /** Encodes an event for the store; sealed fields leave `data` and travel encrypted. */
  readonly encode: (event: Event) => Effect.Effect<NewEvent, never, Sealing>
  /** Decodes a stored event; the sealed fields of an erased person come back as null. A failure is a SchemaError. */
  readonly decode: (stored: Pick<StoredEvent, "eventId" | "type" | "data" | "subjectId" | "sealed">) => Effect.Effect<Event, Schema.SchemaError, Sealing>
  /** Decodes an event that has no sealed part, without an Effect; throws where it does not fit. */
  readonly decodeSync: (type: string, data: unknown) => Event
}

/** Defines the events of a module from the union of their schemas, each a `Schema.TaggedStruct`. */
export const makeEventFamily = <S extends Schema.Codec<AnyEvent, any, never, never> & { readonly members: ReadonlyArray<Tagged> }>(
  union: S,
  options: { readonly sealed?: Readonly<Record<string, SealedFields>> } = {},
): EventFamily<S["Type"]> => {
  type Event = S["Type"]
  const encodeUnion = Schema.encodeSync(union)
  const decodeUnion = Schema.decodeUnknownEffect(union)
  const decodeSync = Schema.decodeUnknownSync(union)
  const sealedOf = (type: string) => options.sealed?.[type]

  return {
    types: union.members.map((member) => member.fields._tag.schema.literal as Event["_tag"]),

    encode: Effect.fnUntraced(function* (event: Event) {
      const eventId = uuidv7(yield* Clock.currentTimeMillis)
      const { _tag: type, ...data } = encodeUnion(event) as Record<string, unknown> & { readonly _tag: string }
      const personal = sealedOf(type)
      if (personal === undefined) return { eventId, type, data }
      const subjectId = String(data[personal.subject])
      const secrets = Object.fromEntries(personal.fields.map((field) => [field, data[field]]))
      const open = Object.fromEntries(Object.entries(data).filter(([field]) => !personal.fields.includes(field)))
      const sealed = yield* (yield* Sealing).seal(subjectId, eventId, secrets)
      return { eventId, type, data: open, subjectId, sealed }
    }),

    decode: Effect.fnUntraced(function* ({ eventId, type, data, subjectId, sealed }) {
      const personal = sealedOf(type)
      if (personal === undefined) return yield* decodeUnion({ ...(data as object), _tag: type })
      const secrets =
        subjectId === null || sealed === null ? null : yield* (yield* Sealing).open(subjectId, eventId, sealed)
      const erased = Object.fromEntries(personal.fields.map((field) => [field, null]))
      return yield* decodeUnion({ ...(data as object), ...((secrets as object | null) ?? erased), _tag: type })
    }),

    decodeSync: (type, data) => decodeSync({ ...(data as object), _tag: type }),
  }
}

type Tagged = { readonly fields: { readonly _tag: { readonly schema: { readonly literal: string } } } }
