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
      (name !== "before" || /^\d{1,15}$/.test(value)) &&
      (name !== "until" || !Number.isNaN(Date.parse(value)))
    if (!isRight) return name
  }
  return null
}

const columns = Effect.map(
  Sql,
  ({ client: sql }) => sql`
    position, stream, version, event_id as "eventId", type, recorded_at as at, actor, correlation_id as "correlationId",
    causation_id as "causationId", subject_id as "subjectId", sealed is not null as "isSealed", data`,
)

/** Events of the log, the newest first. */
export const listEvents = Effect.fn("listEvents")(function* ({
  stream,
  type,
  actor,
  correlation,
  before,
  until,
}: LogFilter) {
  const [{ client: sql }, shown] = [yield* Sql, yield* columns]
  return yield* Effect.promise(
    () => sql<Array<LogEvent>>`
      select ${shown} from es.event
      where position < ${before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)}
        ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
        ${type === undefined ? sql`` : sql`and type = ${type}`}
        ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
        ${correlation === undefined ? sql`` : sql`and correlation_id = ${correlation}`}
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
      select ${shown} from es.event where correlation_id = ${event.correlationId} order by position limit ${EVENTS_PAGE}`,
  )
  return { event, related }
})
