import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import {
  DOCUMENT_KINDS,
  LEVELS,
  QUALITY_HINTS,
  REJECTION_REASONS,
  RESUBMISSION_REASONS,
  REVOCATION_REASONS,
  SIDES,
} from "../contract.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** A day, `2026-11-27`. */
const Day = Schema.String
const Personal = Schema.NullOr(Schema.String)
/**
 * Personal fields are sealed under the check: they survive the account as long as the law demands, and no longer. After a
 * decision they are erased together with the images, so no event that may follow has such a field.
 */
const check = { checkId: Schema.String, personId: Schema.String }
const document = { ...check, docId: Schema.String }
/** When the images are due for shredding; null while the retention policy names no day. */
const shredAt = { shredAt: Schema.NullOr(Time) }

export const CheckBegun = Schema.TaggedStruct("identity.CheckBegun.v1", {
  ...check,
  level: Schema.Literals(LEVELS),
  beganAt: Time,
})
/** The person agreed to the processing; the same append begins the check. */
export const ConsentGiven = Schema.TaggedStruct("identity.ConsentGiven.v1", {
  ...check,
  textVersion: Schema.String,
  locale: Schema.String,
  givenAt: Time,
})
/** What the person states about themselves, which reviewers compare with the documents. */
export const StatementMade = Schema.TaggedStruct("identity.StatementMade.v1", {
  ...check,
  fullName: Personal,
  birthDate: Personal,
  /** Country of residence, ISO 3166-1 alpha-2. */
  country: Personal,
  madeAt: Time,
})
export const DocumentAdded = Schema.TaggedStruct("identity.DocumentAdded.v1", {
  ...document,
  kind: Schema.Literals(DOCUMENT_KINDS),
  side: Schema.Literals(SIDES),
  /** Country of issue. */
  country: Schema.String,
  /** SHA-256 of the uploaded bytes. */
  digest: Personal,
  quality: Schema.Struct({
    widthPx: Schema.Int,
    heightPx: Schema.Int,
    sharpness: Schema.Int,
    hints: Schema.Array(Schema.Literals(QUALITY_HINTS)),
  }),
  addedAt: Time,
})
/** The person took it back before they submitted. */
export const DocumentRemoved = Schema.TaggedStruct("identity.DocumentRemoved.v1", { ...document, removedAt: Time })
/** Its key is gone, so that nothing can open it any more. */
export const DocumentShredded = Schema.TaggedStruct("identity.DocumentShredded.v1", {
  ...document,
  cause: Schema.Literals(["removed", "retention", "ordered"]),
  by: Schema.String,
  shreddedAt: Time,
})
export const CheckSubmitted = Schema.TaggedStruct("identity.CheckSubmitted.v1", {
  ...check,
  attempt: Schema.Int,
  submittedAt: Time,
})

export const ReviewClaimed = Schema.TaggedStruct("identity.ReviewClaimed.v1", {
  ...check,
  by: Schema.String,
  until: Time,
  claimedAt: Time,
})
export const ReviewReleased = Schema.TaggedStruct("identity.ReviewReleased.v1", {
  ...check,
  by: Schema.String,
  releasedAt: Time,
})
/** A reviewer read a document: its machine-readable zone, or by eye where it has none. A weak signal only. */
export const MrzChecked = Schema.TaggedStruct("identity.MrzChecked.v1", {
  ...document,
  by: Schema.String,
  format: Schema.Literals(["TD1", "TD2", "TD3", "none"]),
  /** Names of the fields with a wrong check digit. */
  failedDigits: Schema.Array(Schema.String),
  /** HMAC of the number: recognises it without telling it. Null for a proof of address. */
  numberHmac: Schema.NullOr(Schema.String),
  /** The last day on which the document is valid; for a proof of address the day of issue. */
  day: Day,
  readAt: Time,
})
/** Another check has a document with the same number. Never a refusal by itself. */
export const NumberReused = Schema.TaggedStruct("identity.NumberReused.v1", {
  ...check,
  otherCheckId: Schema.String,
  foundAt: Time,
})
/** The first of two reviewers would verify. */
export const ApprovalGiven = Schema.TaggedStruct("identity.ApprovalGiven.v1", {
  ...check,
  by: Schema.String,
  /** Why a second reviewer is needed. */
  causes: Schema.Array(Schema.Literals(["level", "reused", "digits"])),
  givenAt: Time,
})
export const Verified = Schema.TaggedStruct("identity.Verified.v1", {
  ...check,
  level: Schema.Literals(LEVELS),
  until: Time,
  /** `system` for a statement, which nobody reviews. */
  by: Schema.String,
  firstBy: Schema.NullOr(Schema.String),
  ...shredAt,
  verifiedAt: Time,
})
export const ResubmissionAsked = Schema.TaggedStruct("identity.ResubmissionAsked.v1", {
  ...check,
  reasons: Schema.Array(
    Schema.Struct({ docId: Schema.NullOr(Schema.String), reason: Schema.Literals(RESUBMISSION_REASONS) }),
  ),
  /** What the reviewer wrote to the person. */
  note: Personal,
  by: Schema.String,
  askedAt: Time,
})
/** Final: the next check may begin at `againAt`. */
export const Rejected = Schema.TaggedStruct("identity.Rejected.v1", {
  ...check,
  reason: Schema.Literals(REJECTION_REASONS),
  note: Personal,
  by: Schema.String,
  againAt: Time,
  ...shredAt,
  rejectedAt: Time,
})
export const Revoked = Schema.TaggedStruct("identity.Revoked.v1", {
  ...check,
  reason: Schema.Literals(REVOCATION_REASONS),
  by: Schema.String,
  ...shredAt,
  revokedAt: Time,
})
export const Expired = Schema.TaggedStruct("identity.Expired.v1", { ...check, ...shredAt, expiredAt: Time })
/** The person took the consent back before a decision. */
export const ConsentWithdrawn = Schema.TaggedStruct("identity.ConsentWithdrawn.v1", {
  ...check,
  ...shredAt,
  withdrawnAt: Time,
})
/** The person left, or did nothing for too long. */
export const CheckClosed = Schema.TaggedStruct("identity.CheckClosed.v1", {
  ...check,
  cause: Schema.Literals(["left", "abandoned"]),
  ...shredAt,
  closedAt: Time,
})
/** Nothing of the check may be shredded until this is lifted. */
export const PreservationOrdered = Schema.TaggedStruct("identity.PreservationOrdered.v1", {
  ...check,
  by: Schema.String,
  reason: Personal,
  orderedAt: Time,
})
export const PreservationLifted = Schema.TaggedStruct("identity.PreservationLifted.v1", {
  ...check,
  by: Schema.String,
  liftedAt: Time,
})

export const CheckEvent = Schema.Union([
  CheckBegun,
  ConsentGiven,
  StatementMade,
  DocumentAdded,
  DocumentRemoved,
  DocumentShredded,
  CheckSubmitted,
  ReviewClaimed,
  ReviewReleased,
  MrzChecked,
  NumberReused,
  ApprovalGiven,
  Verified,
  ResubmissionAsked,
  Rejected,
  Revoked,
  Expired,
  ConsentWithdrawn,
  CheckClosed,
  PreservationOrdered,
  PreservationLifted,
]).pipe(Schema.toTaggedUnion("_tag"))
export type CheckEvent = typeof CheckEvent.Type

const sealed = (...fields: ReadonlyArray<string>) => ({ subject: "checkId", fields })

export const CheckEvents = makeEventFamily(CheckEvent, {
  sealed: {
    "identity.StatementMade.v1": sealed("fullName", "birthDate", "country"),
    "identity.DocumentAdded.v1": sealed("digest"),
    "identity.ResubmissionAsked.v1": sealed("note"),
    "identity.Rejected.v1": sealed("note"),
    "identity.PreservationOrdered.v1": sealed("reason"),
  },
})
