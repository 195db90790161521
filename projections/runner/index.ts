export { type Decode, decodeEvent } from "./applyBatch.ts"
export { type Build, type BuildStatus, findBuild, findLive, listBuilds } from "./Build.ts"
export { type Column, is, orNull, type QueriedRow, type RowOf } from "./Column.ts"
export { requireEqual } from "./compareBuilds.ts"
export {
  decideFaults,
  listFaults,
  type ParkedKey,
  pauseBuilds,
  pauseReactor,
  resumeBuilds,
  retryReactor,
  skipReactor,
} from "./control.ts"
export { copyStatement } from "./copyLog.ts"
export { CannotDrop, dropBuild } from "./drop.ts"
export { TooManyFaults } from "./Filling.ts"
export { PARKED_KEYS_MAX } from "./faults.ts"
export type { Workers } from "./fillShares.ts"
export { LogTail } from "./LogTail.ts"
export { Busy } from "./lock.ts"
export { schemaOf } from "./names.ts"
export { type EventContext, makeProjection, on, only, type Projection } from "./Projection.ts"
export { pastRows } from "./pastRows.ts"
export { type Prepared, prepareProjections } from "./prepare.ts"
export type { Reactor } from "./Reactor.ts"
export { ProjectionRunner } from "./Runner.ts"
export { epochMs, isAnyOf, type ReadTables, readModels } from "./readModels.ts"
export {
  type RebuildOptions,
  type RebuildOutcome,
  type RebuildProgress,
  type Rebuilt,
  rebuild,
  rebuildTogether,
} from "./rebuild.ts"
export { rowAfter } from "./rowAfter.ts"
export { liveHealth, type ProjectionStatus, projectionStatus, type ReactorStatus, reactorStatus } from "./status.ts"
export { CannotSwitch, rollback, type SwitchOptions, switchTo } from "./switch.ts"
export { adding, type Change, change, patch, put, remove, type Table, table } from "./Table.ts"
export { type Lexeme, makeVector, PLACE_MAX, type Vector, type Weight } from "./vector.ts"
export { digest, type Verdict, verify } from "./verify.ts"
export { WaitMsMin, waitFor } from "./waitFor.ts"
