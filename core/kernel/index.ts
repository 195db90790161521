export {
  type Aggregate,
  type AnswerOf,
  type Decide,
  replay,
  type SnapshotRule,
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
export { BooksRefused } from "./BooksRefused.ts"
export { batchedWriter, MICRO_BATCH_COMMANDS_MAX } from "./batchedWriter.ts"
export { cancellable } from "./cancellable.ts"
export { type AnyEvent, type EventFamily, makeEventFamily, type SealedFields } from "./EventFamily.ts"
export {
  ANY_VERSION,
  type Append,
  type BatchedCommand,
  EventStore,
  type NewEvent,
  type ReadLog,
  type Receipt,
  type Snapshot,
  type StoredEvent,
  type StreamAppend,
} from "./EventStore.ts"
export { eraseSubject } from "./eraseSubject.ts"
export { SubjectEvents } from "./events.ts"
export { Hints } from "./Hints.ts"
export { isUuid, nameUuid, shortId, uuidv7 } from "./Ids.ts"
export { type DecideJointly, jointWriter, type Part } from "./jointWriter.ts"
export { type Followed, keptReader } from "./keptReader.ts"
export { createLog, Log, type LogOptions } from "./Log.ts"
export { MemoryEventStore } from "./MemoryEventStore.ts"
export { CurrentMeta, type Meta } from "./Meta.ts"
export { PostgresEventStore, toStoredEvent } from "./PostgresEventStore.ts"
export { ensurePartitions } from "./partitions.ts"
export { reader } from "./reader.ts"
export { Sealing } from "./Sealing.ts"
export { connect, Sql, type SqlClient, type SqlPart, type SqlTransaction } from "./Sql.ts"
export { StreamConflict } from "./StreamConflict.ts"
export { decrypt, encrypt } from "./sealing/cipher.ts"
export { isStorable } from "./storableJson.ts"
export type { LogLevelName, Role, Variable } from "./variables/Variable.ts"
export { variables } from "./variables.ts"
export { type Command, currentCommand, writer } from "./writer.ts"
