import { Context, type Effect } from "effect"
import type { SqlClient, SqlPart } from "../database/Sql.ts"
import type { StreamConflict } from "./refusals.ts"

/** How many events one append may carry. */
export const APPEND_EVENTS_MAX = 1_000
/** Bytes of JSON that one event may hold: a long article with its markup fits several times. */
export const EVENT_DATA_BYTES_MAX = 4 * 1024 * 1024
/** Bytes of JSON that all events of one append may hold together: the largest feed document fits. */
export const APPEND_BYTES_MAX = 32 * 1024 * 1024

/** Accepts whatever version the stream has. */
export const ANY_VERSION = -1

/** An event as a writer hands it over: its data is already encoded JSON. */
export type NewEvent = {
  readonly eventId: string
  /** `module.PastTense.v1`. */
  readonly type: string
  readonly data: unknown
  /** Whose personal data `sealed` holds, if any. */
  readonly subjectId?: string
  readonly sealed?: Uint8Array
}

/** An event as the log gives it back. */
export type StoredEvent = {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly eventId: string
  readonly type: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly correlationId: string
  readonly causationId: string
  readonly actor: string
  readonly data: unknown
  readonly subjectId: string | null
  readonly sealed: Uint8Array | null
}

/** What one stream gains in an append. `expected` is the version the writer has seen: 0 for a new stream, or ANY_VERSION. */
export type StreamAppend = {
  readonly stream: string
  readonly expected: number
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * One command: all its streams gain their events, or none does. Without any stream the command had nothing to say, and
 * its receipt alone is kept.
 */
export type Append = {
  /** UUID. */
  readonly commandId: string
  readonly correlationId: string
  readonly causationId: string
  readonly actor: string
  readonly streams: ReadonlyArray<StreamAppend>
  /** JSON, kept with the receipt and given back to a repeated command. Nothing personal: a receipt is never erased. */
  readonly answer?: unknown
  /**
   * A call of a database function that changes the module's own books in the transaction of the append, before it. The
   * function is given the answer first and gives it back; it refuses with SQLSTATE BK001, which dies as LedgerRejected.
   * Where a balance decides whether an event may happen, no read model can: it is always a moment behind.
   */
  readonly ledgerCall?: (sql: SqlClient, answer: SqlPart) => SqlPart
}

/** One of several commands that go to one stream together. */
export type BatchedCommand = Omit<Append, "streams" | "ledgerCall"> & { readonly events: ReadonlyArray<NewEvent> }

export type Receipt = {
  /** Position of the last event; 0 where the command had nothing to say. */
  readonly position: number
  /** Version of the first stream. */
  readonly version: number
  /** True where this command id had been carried out before: nothing was appended now. */
  readonly repeated: boolean
  readonly answer: unknown
}

export type ReadLog = {
  /** Exclusive. */
  readonly after: number
  /** Inclusive; never beyond `watermark`. */
  readonly upTo: number
  readonly limit: number
  /** Only these types, where given. */
  readonly types?: ReadonlyArray<string>
}

/** The event log. What it promises stands in EventStore.conformance.ts, which every layer passes. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Appends a command's events; refuses with StreamConflict where an expected version is not the actual one. A command
     * id that was carried out before is answered with its first receipt, whatever else the append says. An append
     * beyond the bounds above, or with data that JSON in PostgreSQL cannot hold, is a defect.
     */
    append(append: Append): Effect.Effect<Receipt, StreamConflict>
    /**
     * Appends several commands to one stream in one transaction (a micro-batch), each with its own receipt. Where some
     * of them were carried out before nothing is appended: their receipts come back `repeated` and the others null, to
     * be decided again, because what the batch assumed of the stream may be wrong.
     */
    appendBatch(
      stream: string,
      expected: number,
      commands: ReadonlyArray<BatchedCommand>,
    ): Effect.Effect<ReadonlyArray<Receipt | null>, StreamConflict>
    /** The receipt of a command that was carried out before, or null. */
    receipt(commandId: string): Effect.Effect<Receipt | null>
    /** Events of one stream in order of version, those after `afterVersion`, at most `limit`. */
    readStream(stream: string, afterVersion?: number, limit?: number): Effect.Effect<ReadonlyArray<StoredEvent>>
    /** How many events streams have, as of now; a stream that is not there is left out. */
    versions(streams: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, number>>
    /** Events of the whole log in order of position. */
    readLog(window: ReadLog): Effect.Effect<ReadonlyArray<StoredEvent>>
    /** The last event that no running append can still get behind; never goes back. 0 where there is none. */
    readonly watermark: Effect.Effect<number>
    /** Position of the last committed event, which may be beyond the watermark. 0 where there is none. */
    readonly head: Effect.Effect<number>
    /** The newest snapshot of a stream under one fold, or null. */
    readSnapshot(stream: string, foldHash: string): Effect.Effect<Snapshot | null>
    writeSnapshot(stream: string, foldHash: string, snapshot: Snapshot): Effect.Effect<void>
  }
>()("core/kernel/EventStore") {}

export type Snapshot = { readonly version: number; readonly state: unknown }

/** A name that a stream may have: a category, a dash, a key. */
export const STREAM_NAME = /^[a-z][a-zA-Z]{0,39}-[A-Za-z0-9:_.-]{1,100}$/
