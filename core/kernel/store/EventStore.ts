import { Context, type Effect } from "effect"
import type { SqlClient, SqlPart } from "../database/Sql.ts"
import type { StreamConflict } from "./refusals.ts"

/** Maximum number of events in one append. */
export const APPEND_EVENTS_MAX = 1_000
/** Maximum bytes of JSON of one event: several times a long article with its markup. */
export const EVENT_DATA_BYTES_MAX = 4 * 1024 * 1024
/** Maximum bytes of JSON of all events in one append: the largest feed document fits. */
export const APPEND_BYTES_MAX = 32 * 1024 * 1024

/** Accepts any current version of the stream. */
export const ANY_VERSION = -1

/** An event to append, with its data encoded as JSON. */
export type NewEvent = {
  readonly eventId: string
  /** `module.PastTense.v1`. */
  readonly type: string
  readonly data: unknown
  /** The person with the data in `sealed`, if any. */
  readonly subjectId?: string
  readonly sealed?: Uint8Array
}

/** An event read from the log. */
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

/**
 * The events for one stream in an append. `expected` is the version that the writer has read: 0 for a new stream, or
 * ANY_VERSION.
 */
export type StreamAppend = {
  readonly stream: string
  readonly expected: number
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * One command: all its streams get their events, or none does. An append without streams only stores the receipt of a
 * command without effect.
 */
export type Append = {
  /** UUID. */
  readonly commandId: string
  readonly correlationId: string
  readonly causationId: string
  readonly actor: string
  readonly streams: ReadonlyArray<StreamAppend>
  /** JSON, stored with the receipt and returned to a retried command. No personal data: receipts are never erased. */
  readonly answer?: unknown
  /**
   * A call of a database function that updates the module's ledger in the transaction of the append, before it. The
   * function gets the answer as its first argument and returns it; it refuses with SQLSTATE BK001, which becomes the
   * defect LedgerRejected. For decisions that depend on a balance, because read models lag.
   */
  readonly ledgerCall?: (sql: SqlClient, answer: SqlPart) => SqlPart
}

/** One of several commands appended to one stream together. */
export type BatchedCommand = Omit<Append, "streams" | "ledgerCall"> & { readonly events: ReadonlyArray<NewEvent> }

export type Receipt = {
  /** Position of the last event; 0 if the command had no effect. */
  readonly position: number
  /** Version of the first stream. */
  readonly version: number
  /** True if this command id was executed before; then nothing was appended. */
  readonly repeated: boolean
  readonly answer: unknown
}

export type ReadLog = {
  /** Exclusive. */
  readonly after: number
  /** Inclusive; never beyond `watermark`. */
  readonly upTo: number
  readonly limit: number
  /** Only these types, if given. */
  readonly types?: ReadonlyArray<string>
}

/** The event log. EventStore.conformance.ts specifies its contract, which every layer passes. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Appends the events of a command. Fails with StreamConflict if an expected version is not the actual one. A
     * command id that was executed before gets its first receipt, whatever else the append contains. An append over the
     * limits above, or with data that PostgreSQL cannot store as JSON, is a defect.
     */
    append(append: Append): Effect.Effect<Receipt, StreamConflict>
    /**
     * Appends several commands to one stream in one transaction (a micro-batch), each with its own receipt. If some of
     * them were executed before, nothing is appended: their receipts are returned as `repeated` and the others as null.
     * Decide those again, because the batch may have assumed a wrong state.
     */
    appendBatch(
      stream: string,
      expected: number,
      commands: ReadonlyArray<BatchedCommand>,
    ): Effect.Effect<ReadonlyArray<Receipt | null>, StreamConflict>
    /**
     * Appends several commands in one transaction, each with its own streams and receipt, all or nothing. A stream that
     * several of them write to gets their events in the order of the commands; the first of them says which version is
     * expected. If some commands were executed before, nothing is appended, as in appendBatch.
     */
    appendTogether(appends: ReadonlyArray<Append>): Effect.Effect<ReadonlyArray<Receipt | null>, StreamConflict>
    /** The receipt of an executed command, or null. */
    receipt(commandId: string): Effect.Effect<Receipt | null>
    /** Events of one stream in version order, after `afterVersion`, at most `limit`. */
    readStream(stream: string, afterVersion?: number, limit?: number): Effect.Effect<ReadonlyArray<StoredEvent>>
    /** The first events of several streams, at most `limit` of each, by stream name and version. */
    readStreams(streams: ReadonlyArray<string>, limit: number): Effect.Effect<ReadonlyArray<StoredEvent>>
    /** The current number of events per stream; streams that do not exist are omitted. */
    versions(streams: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, number>>
    /** Events of the whole log in position order. */
    readLog(window: ReadLog): Effect.Effect<ReadonlyArray<StoredEvent>>
    /**
     * The watermark: no append in progress can still get this position or a lower one. Never decreases. 0 for an empty
     * log.
     */
    readonly watermark: Effect.Effect<number>
    /** Position of the last committed event, which may be beyond the watermark. 0 for an empty log. */
    readonly head: Effect.Effect<number>
    /** The newest snapshot of a stream for one fold, or null. */
    readSnapshot(stream: string, foldHash: string): Effect.Effect<Snapshot | null>
    writeSnapshot(stream: string, foldHash: string, snapshot: Snapshot): Effect.Effect<void>
  }
>()("core/kernel/EventStore") {}

export type Snapshot = { readonly version: number; readonly state: unknown }

/** A valid stream name: a category, a dash, a key. */
export const STREAM_NAME = /^[a-z][a-zA-Z]{0,39}-[A-Za-z0-9:_.-]{1,100}$/
