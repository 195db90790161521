export { clientAddressOf, networkOf, sourceOf } from "./clientAddress.ts"
export {
  AppConfig,
  type AppSettings,
  InvalidConfig,
  readAppSettings,
  readSettings,
  type Settings,
  variables,
} from "./config/AppConfig.ts"
export type { LogLevelName, Role, Variable } from "./config/variables/Variable.ts"
export { cancellable } from "./database/cancellable.ts"
export { compileOnce, type PlaceOf } from "./database/compileOnce.ts"
export { type WriteOutage, writeOutageOf } from "./database/databaseErrors.ts"
export { databaseHosts } from "./database/databaseHosts.ts"
export { invalidQueries } from "./database/invalidQueries.ts"
export { Replicas, type WrittenMark } from "./database/Replicas.ts"
export {
  connect,
  runQuery,
  Sql,
  type SqlClient,
  type SqlPart,
  type SqlTransaction,
  statementsOnly,
} from "./database/Sql.ts"
export { tryAdvisoryLock, tryAdvisoryLocks, withAdvisoryLock } from "./database/withAdvisoryLock.ts"
export { writeHealth } from "./database/writeHealth.ts"
export { beginRestoredEra, confirmEra, type Era, listEras } from "./era/confirmEra.ts"
export type { EraCause } from "./era/decideEra.ts"
export { seenEvent } from "./era/seenEvent.ts"
export { SubjectEvents } from "./events.ts"
export { createLog, Log, type LogOptions } from "./Log.ts"
export { type ObservedRequest, type Observer, observer, setObserver } from "./observer.ts"
export { cachedReader, type LogListener } from "./reading/cachedReader.ts"
export { coalescedReader, manyReader, pastReader, reader, versionedReader } from "./reading/reader.ts"
export { decrypt, encrypt } from "./sealing/cipher.ts"
export { eraseSubject } from "./sealing/eraseSubject.ts"
export { Sealing } from "./sealing/Sealing.ts"
export { isStorable } from "./sealing/storableJson.ts"
export { type AnyEvent, type EventFamily, makeEventFamily, type SealedFields } from "./store/EventFamily.ts"
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
} from "./store/EventStore.ts"
export { Hints } from "./store/Hints.ts"
export { fewRandomBytes, isUuid, nameUuid, shortId, uuidv7 } from "./store/Ids.ts"
export { MemoryEventStore } from "./store/MemoryEventStore.ts"
export { PostgresEventStore, toStoredEvent } from "./store/PostgresEventStore.ts"
export { ensurePartitions } from "./store/partitions.ts"
export { LedgerRejected, StreamConflict } from "./store/refusals.ts"
export { stripBidiControls } from "./stripBidiControls.ts"
export { currentTimeIso, formatIso } from "./time.ts"
export {
  type Aggregate,
  type AnswerOf,
  type Decide,
  replay,
  type SnapshotRule,
  type WriteResult,
} from "./writing/Aggregate.ts"
export { AppendObserver } from "./writing/AppendObserver.ts"
export { batchedWriter, MICRO_BATCH_COMMANDS_MAX } from "./writing/batchedWriter.ts"
export {
  type Command,
  CurrentMeta,
  currentCommand,
  dieOnConflict,
  type Meta,
  previousReceipt,
  refuseUnlessDuplicate,
  withCommandId,
  withFreshCommandId,
} from "./writing/command.ts"
export { factEncoder } from "./writing/factEncoder.ts"
export { type AggregateRef, type DecideJointly, jointWriter } from "./writing/jointWriter.ts"
export { retryOnConflict, writer } from "./writing/writer.ts"
