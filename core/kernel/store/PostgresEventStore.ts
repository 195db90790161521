import { Effect, Layer, Schedule } from "effect"
import type postgres from "postgres"
import { classify, mayHaveCommitted, Unavailable, writeOutageOf } from "../database/databaseErrors.ts"
import { Sql, type SqlClient } from "../database/Sql.ts"
import { writeHealth } from "../database/writeHealth.ts"
import { seenEvent } from "../era/seenEvent.ts"
import { observeQuery } from "../observer.ts"
import { AppendObserver } from "../writing/AppendObserver.ts"
import { groupCommit } from "../writing/groupCommit.ts"
import { retryWhile } from "../writing/retryWhile.ts"
import {
  appendBatchOnce,
  appendGroupOnce,
  appendOnce,
  appendOneOnce,
  appendOnesOnce,
  appendTogetherOnce,
  type PreparedBatch,
  type PreparedOne,
  prepareBatchJson,
  prepareOne,
} from "./appendStatements.ts"
import {
  type Append,
  EventStore,
  type NewEvent,
  type ReadLog,
  type Receipt,
  type Snapshot,
  type StoredEvent,
} from "./EventStore.ts"
import { Hints } from "./Hints.ts"
import { StreamConflict } from "./refusals.ts"

/** Retries of a statement while the database is unavailable; with backoff, about three seconds. */
export const UNAVAILABLE_RETRIES_MAX = 7

/** The event store on PostgreSQL, over the functions of migrations/0001_event_store.sql. */
export const PostgresEventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const hints = yield* Hints
    const watermark = makeWatermark(sql)
    const appendBatch = groupCommit({
      alone: (batch: PreparedBatch) => appendBatchOnce(sql, batch),
      together: (batches) => appendGroupOnce(sql, batches),
    })
    const appendOne = groupCommit({
      alone: (one: PreparedOne) => appendOneOnce(sql, one),
      together: (ones) => appendOnesOnce(sql, ones),
    })

    const announce = (receipt: Receipt | null, events: ReadonlyArray<NewEvent> = []) => {
      if (receipt === null || receipt.repeated || receipt.position === 0) return
      hints.announce(receipt.position)
      seenEvent.note(receipt.position, events.at(-1)?.eventId)
    }

    /** Appends commands, or reads the receipts of those that were executed before. */
    const orReceipts = async (
      commands: ReadonlyArray<Pick<Append, "commandId">>,
      append: () => Promise<ReadonlyArray<Receipt>>,
    ): Promise<ReadonlyArray<Receipt | null>> => {
      try {
        return await append()
      } catch (error) {
        if (!mayHaveCommitted(error)) throw error
        const first = await Promise.all(commands.map(({ commandId }) => readReceipt(sql, commandId)))
        if (first.every((receipt) => receipt === null)) throw error
        return first
      }
    }

    return EventStore.of({
      append: (append) =>
        observed(async () => {
          try {
            // What a ledger refuses or locks stays a matter of one command.
            const one = append.ledgerCall === undefined ? prepareOne(append) : null
            const receipt = await (one === null ? appendOnce(sql, append) : appendOne(one))
            announce(receipt, append.streams.at(-1)?.events)
            return receipt
          } catch (error) {
            const first = mayHaveCommitted(error) ? await readReceipt(sql, append.commandId) : null
            if (first === null) throw error
            return first
          }
        }),

      appendBatch: (stream, expected, commands) =>
        observed(async () => {
          if (commands.length === 0) return []
          const append = () => appendBatch(prepareBatchJson({ stream, expected, commands }))
          const receipts = await orReceipts(commands, append)
          announce(receipts.at(-1) ?? null, commands.at(-1)?.events)
          return receipts
        }),

      appendTogether: (appends) =>
        observed(async () => {
          if (appends.length === 0) return []
          const receipts = await orReceipts(appends, () => appendTogetherOnce(sql, appends))
          announce(receipts.at(-1) ?? null, appends.at(-1)?.streams.at(-1)?.events)
          return receipts
        }),

      receipt: (commandId) => asking(() => readReceipt(sql, commandId)),
      readStream: (stream, afterVersion = 0, limit) => asking(() => readStream(sql, stream, afterVersion, limit)),
      readStreams: (streams, limit) => asking(() => readStreams(sql, streams, limit)),
      versions: (streams) =>
        asking(async () => {
          const rows = await sql<Array<{ stream: string; version: number }>>`
            select stream, version from es.stream where stream = any(${[...streams]})`
          return new Map(rows.map(({ stream, version }) => [stream, version]))
        }),
      readLog: (window) => asking(() => readLog(sql, window)),
      watermark: asking(watermark),
      head: asking(async () => {
        const [row] = await sql<Array<{ head: number }>>`select es.head() as head`
        return row?.head ?? 0
      }),
      readSnapshot: (stream, foldHash) =>
        asking(async () => {
          const [row] = await sql<Array<Snapshot>>`
            select version, state from es.snapshot where stream = ${stream} and fold_hash = ${foldHash}`
          return row ?? null
        }),
      writeSnapshot: (stream, foldHash, { version, state }) =>
        asking(async () => {
          await sql`
            insert into es.snapshot as s
            values (${stream}, ${foldHash}, ${version}, ${sql.json(state as postgres.JSONValue)})
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

/** Converts a row of es.event to a stored event. */
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

const readStream = async (sql: SqlClient, stream: string, afterVersion: number, limit: number | undefined) => {
  const rows = await sql<Array<EventRow>>`
    select * from es.event where stream = ${stream} and version > ${afterVersion} order by version
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`
  return rows.map(toStoredEvent)
}

const readStreams = async (sql: SqlClient, streams: ReadonlyArray<string>, limit: number) => {
  const rows = await sql<Array<EventRow>>`
    select * from es.event where stream = any(${[...streams]}) and version <= ${limit} order by stream collate "C", version`
  return rows.map(toStoredEvent)
}

const readLog = async (sql: SqlClient, { after, upTo, limit, types }: ReadLog) => {
  const rows = await sql<Array<EventRow>>`
    select * from es.event where position > ${after} and position <= ${upTo}
    ${types === undefined ? sql`` : sql`and type = any(${[...types]})`} order by position limit ${limit}`
  return rows.map(toStoredEvent)
}

const readReceipt = async (sql: SqlClient, commandId: string): Promise<Receipt | null> => {
  const [row] = await sql<Array<Receipt>>`
    select position, version, true as repeated, answer from es.command where command_id = ${commandId}`
  return row ?? null
}

/**
 * Sends a statement and retries it while the database is unavailable. This is safe even if the response of a committed
 * append was lost: the command then has a receipt.
 */
const refusing = <A>(send: () => PromiseLike<A>): Effect.Effect<A, StreamConflict> =>
  retryWhile(Effect.tryPromise({ try: send, catch: classify }), isWorthRetrying, {
    times: UNAVAILABLE_RETRIES_MAX,
    schedule: PAUSES,
  }).pipe(
    Effect.catch((error) =>
      error instanceof StreamConflict
        ? Effect.fail(error)
        : Effect.die(error instanceof Unavailable ? error.cause : error),
    ),
  )

/** Runs an append and records in the write health whether it succeeded. */
const saving = <A>(send: () => Promise<A>): Effect.Effect<A, StreamConflict> =>
  refusing(() => observeQuery("append", send)).pipe(
    Effect.map((saved) => {
      writeHealth.noteSaved()
      return saved
    }),
    Effect.tapDefect((defect) =>
      Effect.sync(() => {
        const why = writeOutageOf(defect)
        if (why !== null) writeHealth.noteFailed(why)
      }),
    ),
  )

/** Saves, and notes that the request of this fiber did. */
const observed = <A>(send: () => Promise<A>): Effect.Effect<A, StreamConflict> =>
  Effect.flatMap(AppendObserver, (observe) => {
    observe?.()
    return saving(send)
  })

const isWorthRetrying = (error: unknown): boolean => error instanceof Unavailable && writeHealth.mayRetry()

const asking = <A>(send: () => Promise<A>): Effect.Effect<A> =>
  refusing(() => observeQuery("read", send)).pipe(Effect.orDie)

const PAUSES = Schedule.exponential("25 millis").pipe(Schedule.jittered)

/**
 * Reads the watermark: the last event that no append in progress can still precede. Select events afterwards, in a
 * separate statement. The result never decreases, although es.watermark() may for a moment: an append that announced
 * itself late still gets a later position.
 */
const makeWatermark = (sql: SqlClient): (() => Promise<number>) => {
  let seen = 0
  return async () => {
    const [row] = await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
    seen = Math.max(seen, row?.watermark ?? 0)
    return seen
  }
}
