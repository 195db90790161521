import { Effect, Layer } from "effect"
import type postgres from "postgres"
import { Hints } from "./Hints.ts"
import { type Append, EventStore, type NewEvent, type ReadLog, type Receipt, type StoredEvent } from "./EventStore.ts"
import { Sql, type SqlClient } from "./Sql.ts"
import { StreamConflict } from "./StreamConflict.ts"

/** SQLSTATE that es.advance raises where the expected version is not the actual one. */
const VERSION_CONFLICT = "ES001"
const UNIQUE_VIOLATION = "23505"

/** The event store on PostgreSQL, over the functions of migrations/0001_event_store.sql. */
export const PostgresEventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const hints = yield* Hints
    let seen = 0

    const appended = (receipt: Receipt) => {
      if (!receipt.repeated) hints.announce(receipt.position)
      return receipt
    }

    return EventStore.of({
      append: (append) =>
        refusing(append.streams[0]?.stream ?? "", append.streams[0]?.expected ?? 0, () => appendOnce(sql, append)).pipe(
          Effect.map(appended),
        ),

      appendBatch: Effect.fnUntraced(function* (stream, expected, commands) {
        const answers = new Map<string, Receipt>()
        let rest = commands
        while (rest.length > 0) {
          const rows = yield* refusing(stream, expected, () => appendBatchOnce(sql, stream, expected, rest))
          for (const { commandId, ...receipt } of rows) answers.set(commandId, appended(receipt))
          rest = commands.filter(({ commandId }) => !answers.has(commandId))
        }
        return commands.flatMap(({ commandId }) => answers.get(commandId) ?? [])
      }),

      receipt: (commandId) =>
        Effect.promise(async () => {
          const [row] = await sql<Array<Receipt>>`
            select position, version, true as repeated, answer from es.command where command_id = ${commandId}`
          return row ?? null
        }),

      readStream: (stream, afterVersion = 0) =>
        Effect.promise(async () =>
          (
            await sql<Array<EventRow>>`
              select * from es.event where stream = ${stream} and version > ${afterVersion} order by version`
          ).map(toStoredEvent),
        ),

      readLog: (window) => Effect.promise(async () => (await readLog(sql, window)).map(toStoredEvent)),

      settled: Effect.promise(async () => {
        const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
        seen = Math.max(seen, row?.settled ?? 0)
        return seen
      }),

      head: Effect.promise(async () => {
        const [row] = await sql<Array<{ head: number }>>`select last_value as head from es.position`
        return row?.head ?? 0
      }),

      readSnapshot: (stream, foldHash) =>
        Effect.promise(async () => {
          const [row] = await sql<Array<{ version: number; state: unknown }>>`
            select version, state from es.snapshot where stream = ${stream} and fold_hash = ${foldHash}`
          return row ?? null
        }),

      writeSnapshot: (stream, foldHash, { version, state }) =>
        Effect.promise(async () => {
          await sql`
            insert into es.snapshot as s values (${stream}, ${foldHash}, ${version}, ${sql.json(state as postgres.JSONValue)})
            on conflict (stream, fold_hash) do update set version = excluded.version, state = excluded.state
            where s.version < excluded.version`
        }),
    })
  }),
)

type EventRow = {
  position: number
  stream: string
  version: number
  event_id: string
  type: string
  recorded_at: Date
  correlation_id: string
  causation_id: string
  actor: string
  data: unknown
  subject_id: string | null
  sealed: Uint8Array | null
}

/** A row of es.event in the kernel's words. */
export const toStoredEvent = (row: EventRow): StoredEvent => ({
  position: row.position,
  stream: row.stream,
  version: row.version,
  eventId: row.event_id,
  type: row.type,
  recordedAt: row.recorded_at.toISOString(),
  correlationId: row.correlation_id,
  causationId: row.causation_id,
  actor: row.actor,
  data: row.data,
  subjectId: row.subject_id,
  sealed: row.sealed,
})

const readLog = (sql: SqlClient, { after, upTo, limit, types }: ReadLog) =>
  types === undefined
    ? sql<Array<EventRow>>`
        select * from es.event where position > ${after} and position <= ${upTo} order by position limit ${limit}`
    : sql<Array<EventRow>>`
        select * from es.event where position > ${after} and position <= ${upTo} and type = any(${[...types]})
        order by position limit ${limit}`

const appendOnce = async (sql: SqlClient, append: Append): Promise<Receipt> => {
  const { commandId, correlationId, causationId, actor, streams } = append
  const answer = json(sql, append.answer ?? null)
  const [stream] = streams
  const [event] = stream?.events ?? []
  if (stream !== undefined && event !== undefined && streams.length === 1 && stream.events.length === 1) {
    const [row] = await sql<Array<Receipt>>`
      select version, position, repeated, answer from es.append_one(
        ${commandId}, ${stream.stream}, ${stream.expected}, ${event.eventId}, ${event.type}, ${json(sql, event.data)},
        ${event.subjectId ?? null}, ${event.sealed ?? null}, ${correlationId}, ${causationId}, ${actor}, ${answer})`
    return receiptOf(row)
  }
  const heads = streams.map(({ stream, expected, events }) => ({ stream, expected, count: events.length }))
  const events = streams.flatMap((each) => each.events.map(toJson))
  const [row] = await sql<Array<Receipt>>`
    select versions[1] as version, position, repeated, answer from es.append(
      ${commandId}, ${json(sql, heads)}, ${json(sql, events)}, ${correlationId}, ${causationId}, ${actor}, ${answer})`
  return receiptOf(row)
}

const appendBatchOnce = (
  sql: SqlClient,
  stream: string,
  expected: number,
  commands: ReadonlyArray<Omit<Append, "streams"> & { readonly events: ReadonlyArray<NewEvent> }>,
) =>
  sql<Array<Receipt & { commandId: string }>>`
    select command_id as "commandId", position, version, repeated, answer from es.append_batch(
      ${stream}, ${expected},
      ${json(
        sql,
        commands.map((command) => ({
          id: command.commandId,
          count: command.events.length,
          answer: command.answer ?? null,
          correlation: command.correlationId,
          causation: command.causationId,
          actor: command.actor,
        })),
      )},
      ${json(
        sql,
        commands.flatMap(({ events }) => events.map(toJson)),
      )})`

const json = (sql: SqlClient, value: unknown) => sql.json(value as postgres.JSONValue)

const toJson = ({ eventId, type, data, subjectId, sealed }: NewEvent) => ({
  id: eventId,
  type,
  data,
  ...(subjectId === undefined ? {} : { subject: subjectId }),
  ...(sealed === undefined ? {} : { sealed: Buffer.from(sealed).toString("base64") }),
})

const receiptOf = (row: Receipt | undefined): Receipt => {
  if (row === undefined) throw new Error("the append gave no receipt")
  return row
}

/**
 * Turns the version conflict into its refusal; every other failure is a defect. A command id that another connection
 * is writing at this moment shows as a unique violation: asked again, the store answers with that receipt.
 */
const refusing = <A>(stream: string, expected: number, attempt: () => Promise<A>): Effect.Effect<A, StreamConflict> =>
  Effect.tryPromise({
    try: async () => {
      try {
        return await attempt()
      } catch (error) {
        if (!isDatabaseError(error) || error.code !== UNIQUE_VIOLATION || error.constraint_name !== "command_pkey") throw error
        return await attempt()
      }
    },
    catch: (error) =>
      isDatabaseError(error) && error.code === VERSION_CONFLICT
        ? new StreamConflict({ stream, expected, actual: Number(error.detail ?? 0) })
        : error,
  }).pipe(Effect.catch((error) => (error instanceof StreamConflict ? Effect.fail(error) : Effect.die(error))))

const isDatabaseError = (error: unknown): error is postgres.PostgresError =>
  error instanceof Error && error.name === "PostgresError"
