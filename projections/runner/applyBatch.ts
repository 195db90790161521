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

/** An event that a projection failed to apply. */
export type Fault = { readonly position: number; readonly key: string; readonly error: string }

/** An event with its changes, or with the error of the fold. */
export type DecodedEvent = {
  readonly event: StoredEvent
  readonly changes: ReadonlyArray<Change>
  readonly error: string | null
}

/** Error text of an event that is parked only because an earlier one of its key failed. */
export const WAITS_BEHIND_FAULT = "blocked by an earlier failed event of the same key"

/** The key under which a failed event is parked: its stream, to keep the order of the stream. */
export const parkKeyOf = (event: StoredEvent): string => event.stream

/** Decodes an event and decrypts its sealed fields. */
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

/** Decodes an event once for all projections that handle it. */
export const decodeOnce = (decode: Decode): Decode => {
  const decoded = new WeakMap<StoredEvent, ReturnType<Decode>>()
  return (projection, event) => {
    const known = decoded.get(event)
    if (known !== undefined) return known
    const fresh = decode(projection, event)
    decoded.set(event, fresh)
    // An event that failed because of the database must be retried.
    if (fresh instanceof Promise) fresh.catch(() => decoded.delete(event))
    return fresh
  }
}

/** Decodes events and folds them to changes. Run it outside transactions: decryption reads keys from the database. */
export const decodeChanges = (
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
 * Folds events over the rows they touch and writes the rows, in the caller's transaction. Returns failed events as
 * faults, together with the later events of their key, to keep the order within a key. Events that an operator skipped
 * for this code are ignored. Throws if the database refuses a write.
 *
 * @param mayWrite result of a statement already sent. Rows are loaded in the meantime and written only if it is true; if
 *   it is false, the result is null
 */
export const applyEvents = async (
  sql: SqlTransaction,
  projection: Projection,
  build: number,
  folded: ReadonlyArray<DecodedEvent>,
  mayWrite: Promise<boolean>,
): Promise<ReadonlyArray<Fault> | null> => {
  const schema = schemaOf(projection.name, build)
  for (let rest = folded; ; ) {
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

const foldAll = (cache: RowCache, folded: ReadonlyArray<DecodedEvent>): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const parked = new Set<string>()
  for (const { event, changes, error } of folded) {
    const key = parkKeyOf(event)
    const failure = parked.has(key) ? WAITS_BEHIND_FAULT : (error ?? tryApply(cache, changes))
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

/** Returns the faults that an operator skipped in an earlier build of the same code. */
const skippedAmong = async (
  sql: SqlTransaction,
  { name, codeHash }: Projection,
  faults: ReadonlyArray<Fault>,
): Promise<ReadonlySet<number>> => {
  const failed = faults.filter(({ error }) => error !== WAITS_BEHIND_FAULT).map(({ position }) => position)
  if (failed.length === 0) return new Set()
  const rows = await sql<Array<{ position: number }>>`
    select position from es.skipped where name = ${name} and code_hash = ${codeHash} and position = any(${failed})`
  return new Set(rows.map(({ position }) => position))
}
