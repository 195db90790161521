import { Clock, Effect, Option, Schema, type SchemaAST } from "effect"
import { fastDecoder, INVALID } from "../reading/fastDecoder.ts"
import { Sealing } from "../sealing/Sealing.ts"
import type { NewEvent, StoredEvent } from "./EventStore.ts"
import { isUuid, uuidv7 } from "./Ids.ts"

/** Common to all events: the stored type, in the past tense and with a version, such as `feeds.FeedAdded.v1`. */
export type AnyEvent = { readonly _tag: string }

/** The fields of an event with personal data, and the field with the person's UUID. Sealed fields must allow null. */
export type SealedFields = { readonly subject: string; readonly fields: ReadonlyArray<string> }

/** The events of one module, with their encoding and decoding. A new shape gets a new name; never edit an old one. */
export type EventFamily<Event extends AnyEvent> = {
  readonly types: ReadonlyArray<Event["_tag"]>
  /** Whether events of this type have sealed fields. */
  readonly seals: (type: string) => boolean
  /** Encodes an event for the store; sealed fields are removed from `data` and encrypted. */
  readonly encode: (event: Event) => Effect.Effect<NewEvent, never, Sealing>
  /**
   * Encodes an event without sealed fields, outside Effect.
   * @param nowMs the time, for the id of the event
   */
  readonly encodeSync: (event: Event, nowMs: number) => NewEvent
  /** Decodes a stored event; the sealed fields of an erased person are null. A failure is a SchemaError. */
  readonly decode: (
    stored: Pick<StoredEvent, "eventId" | "type" | "data" | "subjectId" | "sealed">,
  ) => Effect.Effect<Event, Schema.SchemaError, Sealing>
  /** Decodes an event without a sealed part, outside Effect; throws if it is invalid. */
  readonly decodeSync: (type: string, data: unknown) => Event
  /**
   * Returns a function that reads one field of a stored event type without a sealed part; it throws if the value is
   * invalid.
   * @throws if there is no such field
   */
  readonly fieldDecoder: (type: string, field: string) => (value: unknown) => unknown
  /** Decodes the open part of an event; its sealed fields are null, as after an erasure. */
  readonly decodeOpen: (type: string, data: unknown) => Event
}

/**
 * Defines the events of a module from the union of their schemas, each a `Schema.TaggedStruct`.
 * @throws if a name is not `module.PastTense.v1`, or a sealed field is missing, does not allow null or is the subject
 */
export const makeEventFamily = <
  S extends Schema.Codec<AnyEvent, unknown, never, never> & { readonly members: ReadonlyArray<Tagged> },
>(
  union: S,
  options: { readonly sealed?: Readonly<Record<string, SealedFields>> } = {},
): EventFamily<S["Type"]> => {
  type Event = S["Type"]
  const sealed = new Map(Object.entries(options.sealed ?? {}))
  const types = union.members.map(typeOf)
  check(union.members, sealed)
  const encodeUnion = Schema.encodeSync(union)
  const decodeUnion = Schema.decodeUnknownEffect(union)
  const decodeSync = Schema.decodeUnknownSync(union)
  const fastDecoders = new Map(union.members.map((member) => [typeOf(member), fastDecoder(member.ast)]))
  const erased = new Map(
    Array.from(sealed, ([type, { fields }]) => [type, Object.fromEntries(fields.map((field) => [field, null]))]),
  )
  const decodePlain = (tagged: { readonly _tag: string }): Event => {
    const event = fastDecoders.get(tagged._tag)?.(tagged) ?? INVALID
    return event === INVALID ? decodeSync(tagged) : (event as Event)
  }
  /** A schema that needs no decoding needs no encoding: the fast decoder copies valid values. */
  const encodePlain = (event: Event): Record<string, unknown> & { readonly _tag: string } => {
    const plain = fastDecoders.get(event._tag)?.(event) ?? INVALID
    return (plain === INVALID ? encodeUnion(event) : plain) as Record<string, unknown> & { readonly _tag: string }
  }
  const encodeAll = (event: Event, nowMs: number) => {
    const { _tag: type, ...data } = encodePlain(event)
    return { eventId: uuidv7(nowMs), type, data }
  }

  return {
    types,
    seals: (type) => sealed.has(type),

    encode: Effect.fnUntraced(function* (event: Event) {
      const { eventId, type, data } = encodeAll(event, yield* Clock.currentTimeMillis)
      const personal = sealed.get(type)
      if (personal === undefined) return { eventId, type, data }
      const subjectId = String(data[personal.subject])
      if (!isUuid(subjectId)) throw new Error(`${type}: the subject must be a UUID, not ${JSON.stringify(subjectId)}`)
      const secrets: Record<string, unknown> = {}
      for (const field of personal.fields) {
        secrets[field] = data[field]
        delete data[field]
      }
      return { eventId, type, data, subjectId, sealed: yield* (yield* Sealing).seal(subjectId, eventId, secrets) }
    }),

    encodeSync: (event, nowMs) => {
      if (sealed.has(event._tag)) throw new Error(`${event._tag} has sealed fields, so it needs the keys of its person`)
      return encodeAll(event, nowMs)
    },

    decode: Effect.fnUntraced(function* ({ eventId, type, data, subjectId, sealed: bytes }) {
      const personal = sealed.get(type)
      if (personal === undefined) return yield* decodeUnion({ ...(data as object), _tag: type })
      const secrets =
        subjectId === null || bytes === null ? null : yield* (yield* Sealing).open(subjectId, eventId, bytes)
      return yield* decodeUnion({
        ...(data as object),
        ...((secrets as object | null) ?? erased.get(type)),
        _tag: type,
      })
    }),

    decodeSync: (type, data) => decodePlain({ ...(data as object), _tag: type }),
    fieldDecoder: (type, field) => {
      const schema = union.members.find((member) => typeOf(member) === type)?.fields[field]
      if (schema === undefined || sealed.has(type)) throw new Error(`${type} has no field ${field} to read alone`)
      const plain = fastDecoder(schema.ast)
      const decode = Schema.decodeUnknownSync(schema as Schema.Codec<unknown>)
      return (value) => {
        const read = plain?.(value) ?? INVALID
        return read === INVALID ? decode(value) : read
      }
    },
    decodeOpen: (type, data) => decodePlain({ ...(data as object), ...erased.get(type), _tag: type }),
  }
}

/** The stored type of an event. */
export const EVENT_TYPE = /^[a-z][a-zA-Z]*\.[A-Z][a-zA-Z]*\.v[1-9][0-9]*$/

type Tagged = {
  readonly ast: SchemaAST.AST
  readonly fields: { readonly _tag: { readonly schema: { readonly literal: string } } } & Readonly<
    Record<string, Schema.Top>
  >
}

const typeOf = ({ fields }: Tagged): string => fields._tag.schema.literal

const check = (members: ReadonlyArray<Tagged>, sealed: ReadonlyMap<string, SealedFields>): void => {
  const byType = new Map(members.map((member) => [typeOf(member), member.fields]))
  if (byType.size < members.length) throw new Error(`two events have the same name: ${members.map(typeOf).join(", ")}`)
  for (const type of byType.keys()) {
    if (!EVENT_TYPE.test(type)) throw new Error(`${type} is not named like module.PastTense.v1`)
  }
  for (const [type, { subject, fields }] of sealed) {
    const all: Readonly<Record<string, Schema.Top>> | undefined = byType.get(type)
    if (all === undefined) throw new Error(`${type} is sealed but not an event of this family`)
    if (all[subject] === undefined || fields.includes(subject)) throw new Error(`${type} has no open field ${subject}`)
    for (const field of fields) {
      const schema = all[field]
      if (schema === undefined) throw new Error(`${type} has no field ${field} to seal`)
      const decode = Schema.decodeUnknownOption(schema as Schema.Codec<unknown>)
      if (Option.isNone(decode(null)))
        throw new Error(`${type}.${field} is sealed and must admit null, for an erased person`)
    }
  }
}
