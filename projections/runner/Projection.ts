import { createHash } from "node:crypto"
import type { AnyEvent, EventFamily, StoredEvent } from "#core/kernel"
import type { Change, Table } from "./Table.ts"

/** The metadata of an event that a fold can use. */
export type EventContext = Pick<StoredEvent, "position" | "stream" | "recordedAt" | "actor">

type FoldEvent<Event> = (event: Event, context: EventContext) => ReadonlyArray<Change>
/** A fold that needs only one field of its event. */
type PartFold<Event, Field> = { readonly field: Field; readonly fold: FoldEvent<Event> }
type AnyFold<Event extends AnyEvent> =
  | FoldEvent<Event>
  | { [Field in keyof Event & string]: PartFold<Pick<Event, "_tag" | Field>, Field> }[keyof Event & string]

/**
 * A read model: the events that it handles, and the rows that each of them changes. Pure; the runner reads, writes and
 * counts.
 */
export type Projection = {
  readonly name: string
  /** Increase it when a fold changes its meaning: the read model is then rebuilt beside the old one and switched. */
  readonly version: number
  readonly tables: ReadonlyArray<Table>
  readonly changes: Changes
  readonly types: ReadonlyArray<string>
  /**
   * True if every row that an event changes belongs to the event's own stream, so that workers can share the streams.
   */
  readonly byStream: boolean
  readonly familyOf: (type: string) => EventFamily<AnyEvent> | undefined
  /** The only field that the fold of a type needs, with its decoder; a rebuild copies nothing else from the log. */
  readonly fieldReaderOf: (type: string) => FieldReader | undefined
  readonly fold: (event: AnyEvent, context: EventContext) => ReadonlyArray<Change>
  /** Identifies name, version, tables and events, so that a runner never applies events to a build of other code. */
  readonly codeHash: string
}

/**
 * What a version changes by intent in tables that the version before has: columns, or `rows` for other rows. A switch
 * compares everything else.
 */
export type Changes = Readonly<Record<string, "rows" | ReadonlyArray<string>>>

export type FieldReader = { readonly field: string; readonly read: (value: unknown) => unknown }

/** The folds of one event family by event type; types without a fold are ignored. */
export type EventHandlers = {
  readonly family: EventFamily<AnyEvent>
  readonly folds: Readonly<Record<string, AnyFold<never>>>
}

/** Declares which events of a family a projection handles, with the exact event type in each fold. */
export const on = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  folds: { readonly [Type in Event["_tag"]]?: AnyFold<Extract<Event, { readonly _tag: Type }>> },
): EventHandlers => ({
  family: family as unknown as EventFamily<AnyEvent>,
  folds: folds as unknown as EventHandlers["folds"],
})

/**
 * Declares that a fold needs only one field of its event. Worth it for frequent events with a small field: a rebuild
 * does not read the rest.
 */
export const only = <Field extends string, Event>(field: Field, fold: FoldEvent<Event>): PartFold<Event, Field> => ({
  field,
  fold,
})

/** Declares a projection. Its name becomes part of a schema name. Throws if the declaration is wrong. */
export const makeProjection = (options: {
  readonly name: string
  readonly version: number
  readonly tables: ReadonlyArray<Table>
  readonly changes?: Changes
  readonly byStream?: boolean
  readonly handlers: ReadonlyArray<EventHandlers>
}): Projection => {
  const { name, version, tables, changes = {}, byStream = false } = options
  if (!NAME.test(name)) throw new Error(`"${name}" cannot name a projection`)
  const byType = new Map<string, EventHandler>()
  for (const { family, folds } of options.handlers) {
    for (const [type, of] of Object.entries(folds)) {
      if (byType.has(type)) throw new Error(`projection ${name} handles ${type} twice`)
      if (typeof of === "function") byType.set(type, { family, fold: of, part: undefined })
      else {
        const part = { field: of.field, read: family.fieldDecoder(type, of.field) }
        byType.set(type, { family, fold: of.fold, part })
      }
    }
  }
  return {
    name,
    version,
    tables,
    changes,
    byStream,
    types: [...byType.keys()],
    familyOf: (type) => byType.get(type)?.family,
    fieldReaderOf: (type) => byType.get(type)?.part,
    fold: (event, context) => byType.get(event._tag)?.fold(event as never, context) ?? [],
    codeHash: createHash("sha256")
      .update(JSON.stringify([name, version, tables, [...byType.keys()]]))
      .digest("hex")
      .slice(0, 16),
  }
}

type EventHandler = {
  readonly family: EventFamily<AnyEvent>
  readonly fold: FoldEvent<never>
  readonly part: FieldReader | undefined
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/
