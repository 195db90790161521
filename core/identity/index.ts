export { AccessEvents } from "./access/events.ts"
export type { StatementForm } from "./check/beginCheck.ts"
export type { CheckDocument, CheckState } from "./check/Check.ts"
export { type CheckEvent, CheckEvents } from "./check/events.ts"
export { type DocumentUpload, IdentityChecks } from "./check/IdentityChecks.ts"
export { levelReader } from "./check/levelReader.ts"
export { aboutDocument } from "./keeper/aboutDocument.ts"
export { keeperLayer } from "./keeper/keeperLayer.ts"
export type { OperatorLook } from "./keeper/wire.ts"
export {
  type DocumentTooLarge,
  type KeeperUnavailable,
  type NotADocument,
  type NotClaimed,
  NotOpened,
  type ReviewRefused,
  type TooEarly,
  UnfitStatement,
} from "./refusals.ts"
export { IDLE_DAYS_MAX } from "./retention/dueDates.ts"
export { IdentityReviews, type ReadDocument } from "./review/IdentityReviews.ts"
