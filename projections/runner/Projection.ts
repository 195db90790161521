import { createHash } from "node:crypto"
import type { AnyEvent, EventFamily, StoredEvent } from "#core/kernel"
import type { Change, Table } from "./Table.ts"

/** What a fold may know of an event beside its facts. */
export type EventContext = Pick<StoredEvent, "position" | "stream" | "recordedAt" | "actor">

type Fold<Event> = (event: Event, context: EventContext) => ReadonlyArray<Change>

/** A read model: which events it hears, and which rows each one changes. Pure; the runner reads, writes and counts. */
export type Projection = {
  readonly name: string
  /** Raise it when a fold changes its meaning: the read model is then rebuilt beside the old one and switched. */
  readonly version: number
  readonly tables: ReadonlyArray<Table>
  readonly types: ReadonlyArray<string>
  /** True where every row that an event changes belongs to the event's own stream, so that streams can be split over workers. */
  readonly byStream: boolean
  readonly familyOf: (type: string) => EventFamily<AnyEvent> | undefined
  readonly fold: (event: AnyEvent, context: EventContext) => ReadonlyArray<Change>
  /** Names the shape and version, so that a runner never applies events to a build of other code. */
  readonly codeHash: string
}

/** The folds of one family of events, one function per event type; types without one are not heard. */
export type Hears = { readonly family: EventFamily<AnyEvent>; readonly on: Readonly<Record<string, Fold<never>>> }

/** Says which events of a family a projection hears, with the right event type in each fold. */
export const hears = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  on: { readonly [Type in Event["_tag"]]?: Fold<Extract<Event, { readonly _tag: Type }>> },
): Hears => ({ family: family as unknown as EventFamily<AnyEvent>, on: on as unknown as Hears["on"] })

/** Declares a projection. Its name becomes part of a schema's name; a wrong declaration is a defect. */
export const makeProjection = (options: {
  readonly name: string
  readonly version: number
  readonly tables: ReadonlyArray<Table>
  readonly byStream?: boolean
  readonly hears: ReadonlyArray<Hears>
}): Projection => {
  const { name, version, tables, byStream = false } = options
  if (!NAME.test(name)) throw new Error(`"${name}" cannot name a projection`)
  const folds = new Map<string, { readonly family: EventFamily<AnyEvent>; readonly fold: Fold<never> }>()
  for (const { family, on } of options.hears) {
    for (const [type, fold] of Object.entries(on)) {
      if (folds.has(type)) throw new Error(`projection ${name} hears ${type} twice`)
      folds.set(type, { family, fold })
    }
  }
  return {
    name,
    version,
    tables,
    byStream,
    types: [...folds.keys()],
    familyOf: (type) => folds.get(type)?.family,
    fold: (event, context) => folds.get(event._tag)?.fold(event as never, context) ?? [],
    codeHash: createHash("sha256")
      .update(JSON.stringify([name, version, tables, [...folds.keys()]]))
      .digest("hex")
      .slice(0, 16),
  }
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/
