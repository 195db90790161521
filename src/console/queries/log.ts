import { Effect } from "effect"
import { isUuid, Sql } from "#core/kernel"

/** Events on one page. */
export const EVENTS_PAGE = 50
/** Characters of a filter. */
const FILTER_LENGTH_MAX = 200

export type LogFilter = {
  readonly stream?: string
  readonly type?: string
  readonly actor?: string
  readonly correlation?: string
  /** Only events before this position. */
  readonly before?: string
  /** Only events until this position: the log as it was then. */
  readonly asOf?: string
  /** Only events until this time, ISO 8601. */
  readonly until?: string
}

/** An event as operators see it: the sealed part stays sealed. */
export type LogEvent = {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly eventId: string
  readonly type: string
  readonly at: Date
  readonly actor: string
  readonly correlationId: string
  readonly causationId: string
  readonly subjectId: string | null
  readonly isSealed: boolean
  readonly data: unknown
}

/** Reads a filter from a query. Returns the name of the first field with an invalid value, or null. */
export const problemOfFilter = (filter: LogFilter): keyof LogFilter | null => {
  for (const [name, value] of Object.entries(filter) as ReadonlyArray<[keyof LogFilter, string]>) {
    const isRight =
      value.length <= FILTER_LENGTH_MAX &&
      !value.includes("\0") &&
      (name !== "correlation" || isUuid(value)) &&
      ((name !== "before" && name !== "asOf") || /^\d{1,15}$/.test(value)) &&
      (name !== "until" || isStorableTime(Date.parse(value)))
    if (!isRight) return name
  }
  return null
}

/** Whether a time has a year from 1 to 9999: the database has no year 0. */
const isStorableTime = (ms: number): boolean => ms >= Date.parse("0001-01-01") && ms < Date.UTC(10_000, 0)

const columns = Effect.map(
  Sql,
  ({ client: sql }) => sql`
    position, stream, version, event_id as "eventId", type, recorded_at as at, actor, correlation_id as "correlationId",
    causation_id as "causationId", subject_id as "subjectId", sealed is not null as "isSealed", data`,
)

/** Positions by which the order of times may differ from the order of events, because writers overtake each other. */
const OVERTAKEN_MAX = 1_000

/**
 * A position behind all events until a time. Halves the log instead of using an index: times grow with positions, so
 * that appends need not maintain one.
 */
const findPositionAt = Effect.fn("findPositionAt")(function* (time: Date) {
  const { client: sql } = yield* Sql
  const [found] = yield* Effect.promise(
    () => sql<Array<{ position: string }>>`
      with recursive half (low, high) as (
        select 0::bigint, es.head() + 1
        union all
        select case when is_until then middle else low end, case when is_until then high else middle end
        from half
          cross join lateral (select (low + high) / 2 as middle) m
          cross join lateral (
            select coalesce((select recorded_at from es.event where position <= middle order by position desc limit 1)
              <= ${time}, true) as is_until) u
        where high - low > 1
      )
      select min(high)::text as position from half`,
  )
  return Number(found?.position ?? 0) + OVERTAKEN_MAX
})

/** Events of the log, the newest first. */
export const listEvents = Effect.fn("listEvents")(function* ({
  stream,
  type,
  actor,
  correlation,
  before,
  asOf,
  until,
}: LogFilter) {
  const [{ client: sql }, shown] = [yield* Sql, yield* columns]
  const [untilPosition, beforePosition] = [
    until === undefined ? Number.MAX_SAFE_INTEGER : yield* findPositionAt(new Date(until)),
    Math.min(
      before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
      asOf === undefined ? Number.MAX_SAFE_INTEGER : Number(asOf) + 1,
    ),
  ]
  // The events of a command are few and together: the planner must not walk through the log for them.
  const source =
    correlation === undefined
      ? sql`es.event`
      : sql`(select * from es.event where correlation_id = ${correlation} offset 0) as event`
  return yield* Effect.promise(
    () => sql<Array<LogEvent>>`
      select ${shown} from ${source}
      where position < ${Math.min(beforePosition, untilPosition)}
        ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
        ${type === undefined ? sql`` : sql`and type = ${type}`}
        ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
        ${until === undefined ? sql`` : sql`and recorded_at <= ${new Date(until)}`}
      order by position desc limit ${EVENTS_PAGE}`,
  )
})

/** Everything that operators did, at the console and the command line, the newest first. @param by one actor, or null */
export const listAudit = Effect.fn("listAudit")(function* (by: string | null, before: string | undefined) {
  const [{ client: sql }, shown] = [yield* Sql, yield* columns]
  return yield* Effect.promise(
    () => sql<Array<LogEvent>>`
      select ${shown} from es.event
      where actor like 'operator:%' and position < ${before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)}
        ${by === null ? sql`` : sql`and actor = ${by}`}
      order by position desc limit ${EVENTS_PAGE}`,
  )
})

/** One event, with the events that caused it and that it caused. */
export const findEvent = Effect.fn("findEvent")(function* (position: number) {
  const [{ client: sql }, shown] = [yield* Sql, yield* columns]
  const [event] = yield* Effect.promise(
    () => sql<Array<LogEvent>>`select ${shown} from es.event where position = ${position}`,
  )
  if (event === undefined) return null
  const related = yield* Effect.promise(
    () => sql<Array<LogEvent>>`
      select ${shown} from (select * from es.event where correlation_id = ${event.correlationId} offset 0) as event
      order by position limit ${EVENTS_PAGE}`,
  )
  return { event, related }
})
