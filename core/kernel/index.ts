export {
  type Aggregate,
  type AnswerOf,
  type Decide,
  replay,
  type SnapshotRule,
  streamOf,
  type Written,
} from "./Aggregate.ts"
export {
  AppConfig,
  type AppSettings,
  InvalidConfig,
  readAppSettings,
  readSettings,
  type Settings,
} from "./AppConfig.ts"
export { batchedWriter, MICRO_BATCH_COMMANDS_MAX, WAITING_COMMANDS_MAX } from "./batchedWriter.ts"
export { type AnyEvent, type EventFamily, makeEventFamily, type SealedFields } from "./EventFamily.ts"
export {
  ANY_VERSION,
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type Append,
  type BatchedCommand,
  EVENT_DATA_BYTES_MAX,
  EventStore,
  type NewEvent,
  type ReadLog,
  type Receipt,
  type Snapshot,
  STREAM_NAME,
  type StoredEvent,
  type StreamAppend,
} from "./EventStore.ts"
export { eraseSubject } from "./eraseSubject.ts"
export { SubjectErased, SubjectEvents } from "./events.ts"
export { Hints } from "./Hints.ts"
export { isUuid, SHORT_ID_LENGTH, shortId, uuidv7 } from "./Ids.ts"
export { CORRELATION, childLog, createLog, Log, type LogOptions, withCorrelation } from "./Log.ts"
export { load } from "./load.ts"
export { MemoryEventStore } from "./MemoryEventStore.ts"
export { CurrentMeta, type Meta } from "./Meta.ts"
export { PostgresEventStore, toStoredEvent } from "./PostgresEventStore.ts"
export { ensurePartitions } from "./partitions.ts"
export { InvalidAppend } from "./prepareAppend.ts"
export { Sealing } from "./Sealing.ts"
export { connect, POOL_CONNECTIONS_MAX, Sql, type SqlClient, type SqlTransaction } from "./Sql.ts"
export { StreamBusy } from "./StreamBusy.ts"
export { StreamConflict } from "./StreamConflict.ts"
export { LOG_LEVELS, type LogLevelName, ROLES, type Role, type Variable, variables } from "./variables.ts"
export { makeWatermark } from "./watermark.ts"
export { retryOnConflict, writer } from "./writer.ts"
