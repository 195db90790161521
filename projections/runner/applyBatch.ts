import { Effect } from "effect"
import type { AnyEvent, Sealing, SqlTransaction, StoredEvent } from "#core/kernel"
import { Sealing as SealingService } from "#core/kernel"
import { isInfrastructure, messageOf } from "./errors.ts"
import { schemaOf } from "./names.ts"
import type { Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import { loadRows, writeRows } from "./readModel.ts"
import type { Change } from "./Table.ts"

export type Decode = (projection: Projection, event: StoredEvent) => AnyEvent | Promise<AnyEvent>

/** An event that a projection could not take in. */
export type Fault = { readonly position: number; readonly key: string; readonly error: string }

/** An event with the changes that follow from it, or with the reason why none could be found. */
export type DecodedEvent = {
  readonly event: StoredEvent
  readonly changes: ReadonlyArray<Change>
  readonly error: string | null
}

/** Marks an event that is parked only because an earlier one of its key failed. */
export const WAITS = "waits behind an earlier event of its key"

/** The key under which a projection parks an event that fails: its stream, so that the stream's order is kept. */
export const parkKeyOf = (event: StoredEvent): string => event.stream

/** Decodes an event with the family that wrote it; sealed parts are opened on the way. */
export const decodeEvent = (
  projection: Projection,
  sealing: (typeof Sealing)["Service"],
  event: StoredEvent,
): AnyEvent | Promise<AnyEvent> => {
  const family = projection.familyOf(event.type)
  if (family === undefined) throw new Error(`no family for ${event.type}`)
  return event.sealed === null && event.subjectId === null
    ? family.decodeSync(event.type, event.data)
    : Effect.runPromise(family.decode(event).pipe(Effect.provideService(SealingService, sealing)))
}

/** Decodes events and finds their changes. Opening sealed parts asks the database, so do it outside any transaction. */
export const hear = (
  projection: Projection,
  decode: Decode,
  events: ReadonlyArray<StoredEvent>,
): Promise<ReadonlyArray<DecodedEvent>> =>
  Promise.all(
    events.map(async (event) => {
      try {
        return { event, changes: projection.fold(await decode(projection, event), event), error: null }
      } catch (error) {
        if (isInfrastructure(error)) throw error
        return { event, changes: [], error: messageOf(error) }
      }
    }),
  )

/**
 * Folds events over the rows they touch and writes the rows, in the caller's transaction. Events that fail are answered
 * as faults and change nothing; the later events of their key are answered too, because order within a key is kept.
 * Events that an operator skipped for this code before are passed over. A write that the database refuses throws.
 *
 * @param mayWrite the answer to a statement sent before: rows are asked for meanwhile, nothing is written before it is
 *   true, and where it is false the answer is null
 */
export const applyEvents = async (
  sql: SqlTransaction,
  projection: Projection,
  build: number,
  heard: ReadonlyArray<DecodedEvent>,
  mayWrite: Promise<boolean>,
): Promise<ReadonlyArray<Fault> | null> => {
  const schema = schemaOf(projection.name, build)
  for (let rest = heard; ; ) {
    const cache = new RowCache()
    const unknown = cache.unknown(rest.flatMap(({ changes }) => changes))
    const loading = [...unknown].map(([table, keys]) => loadRows(sql, schema, table, keys, cache))
    const [may] = await Promise.all([mayWrite, ...loading])
    if (!may) return null
    const faults = foldAll(cache, rest)
    const skipped = await skippedAmong(sql, projection, faults)
    if (skipped.size === 0) {
      await writeRows(sql, schema, cache)
      return faults
    }
    rest = rest.filter(({ event }) => !skipped.has(event.position))
  }
}

const foldAll = (cache: RowCache, heard: ReadonlyArray<DecodedEvent>): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const parked = new Set<string>()
  for (const { event, changes, error } of heard) {
    const key = parkKeyOf(event)
    const failure = parked.has(key) ? WAITS : (error ?? tryApply(cache, changes))
    if (failure === null) continue
    faults.push({ position: event.position, key, error: failure })
    parked.add(key)
  }
  return faults
}

const tryApply = (cache: RowCache, changes: ReadonlyArray<Change>): string | null => {
  try {
    cache.apply(changes)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** Those faults that an operator skipped in an earlier build by the same code. */
const skippedAmong = async (
  sql: SqlTransaction,
  { name, codeHash }: Projection,
  faults: ReadonlyArray<Fault>,
): Promise<ReadonlySet<number>> => {
  const failed = faults.filter(({ error }) => error !== WAITS).map(({ position }) => position)
  if (failed.length === 0) return new Set()
  const rows = await sql<Array<{ position: number }>>`
    select position from es.skipped where name = ${name} and code_hash = ${codeHash} and position = any(${failed})`
  return new Set(rows.map(({ position }) => position))
}
