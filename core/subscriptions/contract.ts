/** The part of subscriptions that browsers may import. */
export * from "./limits.ts"
export {
  type PaydayProof,
  type Receipt,
  type ReceiptEntry,
  type ReceiptProblem,
  verifyReceipt,
} from "./proofs/receipt.ts"
export { partsByTime, readingBounds } from "./reading/readingParts.ts"
export { statusOf } from "./statusOf.ts"
export { DEPARTURE_REASONS, type DepartureReason, GROUP_MIN, REPORT_DAYS } from "./supporterReport.ts"
