import { Effect } from "effect"
import { type AnyEvent, Sealing, type SqlClient, type SqlTransaction, type StoredEvent, toStoredEvent } from "#core/kernel"
import type { Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import { loadRows, writeRows } from "./readModel.ts"
import type { Change } from "./Table.ts"

/** An event that a projection could not take in. */
export type Fault = { readonly event: StoredEvent; readonly error: string }

/** The key under which a projection parks an event that fails: its stream, so that the stream's order is kept. */
export const parkKeyOf = (event: StoredEvent): string => event.stream

/** Reads the events that a projection hears in (after, upTo], oldest first. */
export const readHeard = async (
  sql: SqlClient,
  projection: Projection,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<ReadonlyArray<StoredEvent>> =>
  (
    await sql<Array<Parameters<typeof toStoredEvent>[0]>>`
      select * from es.event where position > ${after} and position <= ${upTo} and type = any(${[...projection.types]})
      order by position limit ${limit}`
  ).map(toStoredEvent)

/** Decodes an event with the family that wrote it; sealed parts are opened on the way. */
export const decodeHeard = (
  projection: Projection,
  sealing: (typeof Sealing)["Service"],
  event: StoredEvent,
): AnyEvent | Promise<AnyEvent> => {
  const family = projection.familyOf(event.type)
  if (family === undefined) throw new Error(`no family for ${event.type}`)
  return event.sealed === null && event.subjectId === null
    ? family.decodeSync(event.type, event.data)
    : Effect.runPromise(family.decode(event).pipe(Effect.provideService(Sealing, sealing)))
}

/**
 * Folds events over the rows they touch and writes the rows, in the caller's transaction.
 * Events that cannot be decoded or folded are answered as faults and change nothing; the later events of their key are
 * answered as faults too, because order within a key is kept. A failing write throws.
 */
export const applyEvents = async (
  sql: SqlTransaction,
  schema: string,
  projection: Projection,
  decode: (event: StoredEvent) => AnyEvent | Promise<AnyEvent>,
  events: ReadonlyArray<StoredEvent>,
): Promise<ReadonlyArray<Fault>> => {
  const cache = new RowCache()
  const faults: Array<Fault> = []
  const parked = new Set<string>()
  const folded: Array<{ readonly event: StoredEvent; readonly changes: ReadonlyArray<Change> }> = []
  for (const event of events) {
    try {
      folded.push({ event, changes: projection.fold(await decode(event), event) })
    } catch (error) {
      faults.push({ event, error: messageOf(error) })
      parked.add(parkKeyOf(event))
    }
  }
  for (const [table, keys] of cache.unknown(folded.flatMap(({ changes }) => changes))) {
    await loadRows(sql, schema, table, keys, cache)
  }
  const bad = new Map(faults.map((fault) => [fault.event.position, fault]))
  const firstBadOf = new Map<string, number>()
  for (const { event } of faults) {
    const key = parkKeyOf(event)
    firstBadOf.set(key, Math.min(firstBadOf.get(key) ?? Number.POSITIVE_INFINITY, event.position))
  }
  for (const { event, changes } of folded) {
    const key = parkKeyOf(event)
    if ((firstBadOf.get(key) ?? Number.POSITIVE_INFINITY) < event.position) {
      bad.set(event.position, { event, error: WAITS })
      continue
    }
    try {
      cache.apply(changes)
    } catch (error) {
      bad.set(event.position, { event, error: messageOf(error) })
      firstBadOf.set(key, event.position)
    }
  }
  await writeRows(sql, schema, cache)
  return [...bad.values()].sort((a, b) => a.event.position - b.event.position)
}

/** Marks an event that is parked only because an earlier one of its key failed. */
export const WAITS = "waits behind an earlier event of its key"

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
