import { Effect } from "effect"
import { EventStore, Sealing, type StoredEvent } from "#core/kernel"
import { decodeEvent } from "./applyBatch.ts"
import type { QueriedRow } from "./Column.ts"
import type { Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import type { Row, Table } from "./Table.ts"

/** Events of one stream that are read together. */
const PAGE_EVENTS = 500
/** Events of all streams: more are no page that somebody looks at. */
const EVENTS_MAX = 20_000

/** The rows of a read model as they were, by table. */
export type PastRows = { readonly of: <T extends Table>(table: T) => ReadonlyArray<QueriedRow<T["columns"]>> }

/**
 * The rows that a few streams gave a read model up to a position of the log: the same folds over the same events, in
 * memory. For operators who look at what somebody saw when they decided.
 */
export const pastRows = Effect.fn("pastRows")(function* (
  projection: Projection,
  streams: ReadonlyArray<string>,
  position: number,
) {
  const [store, sealing] = [yield* EventStore, yield* Sealing]
  const events: Array<StoredEvent> = []
  for (const stream of streams) {
    for (let after = 0; ; ) {
      const page = yield* store.readStream(stream, after, PAGE_EVENTS)
      events.push(...page.filter((event) => event.position <= position))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_EVENTS || last.position > position || events.length > EVENTS_MAX)
        break
      after = last.version
    }
  }
  const cache = new RowCache()
  for (const event of events.toSorted((one, other) => one.position - other.position)) {
    if (projection.familyOf(event.type) === undefined) continue
    const decoded = yield* Effect.promise(async () => decodeEvent(projection, sealing, event))
    cache.apply(projection.fold(decoded, event))
  }
  const rows = new Map<Table, ReadonlyArray<Row>>()
  for (const { table, rows: changed } of cache.dirty()) rows.set(table, changed)
  return { of: (table: Table) => (rows.get(table) ?? []).map((row) => asQueried(table, row)) } as PastRows
})

/** Rows in memory have times as texts; queries return dates. */
const asQueried = ({ columns }: Table, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns[name]?.type === "timestamptz" && typeof value === "string" ? new Date(value) : value,
    ]),
  )
