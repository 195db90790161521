export { type Aggregate, type Decide, load, replay, retryOnConflict, type SnapshotRule, streamOf, type Written, writer } from "./Aggregate.ts"
export { AppConfig, type AppSettings, InvalidConfig, readAppSettings, readSettings, type Settings } from "./AppConfig.ts"
export { batchedWriter } from "./batchedWriter.ts"
export { type AnyEvent, type EventFamily, makeEventFamily, type SealedFields } from "./EventFamily.ts"
export {
  ANY_VERSION,
  APPEND_EVENTS_MAX,
  type Append,
  EventStore,
  type NewEvent,
  type ReadLog,
  type Receipt,
  type Snapshot,
  type StoredEvent,
  type StreamAppend,
} from "./EventStore.ts"
export { Hints } from "./Hints.ts"
export { isUuid, SHORT_ID_LENGTH, shortId, uuidv7 } from "./Ids.ts"
export { childLog, CORRELATION, createLog, Log, type LogOptions, withCorrelation } from "./Log.ts"
export { MemoryEventStore } from "./MemoryEventStore.ts"
export { CurrentMeta, type Meta } from "./Meta.ts"
export { PostgresEventStore, toStoredEvent } from "./PostgresEventStore.ts"
export { Sealing } from "./Sealing.ts"
export { connect, POOL_CONNECTIONS_MAX, Sql, type SqlClient, type SqlTransaction } from "./Sql.ts"
export { eraseSubject, SubjectErased, SubjectEvents } from "./subjects.ts"
export { StreamConflict } from "./StreamConflict.ts"
export { LOG_LEVELS, type LogLevelName, ROLES, type Role, type Variable, variables } from "./variables.ts"
