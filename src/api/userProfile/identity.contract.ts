import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import {
  DOCUMENT_KINDS,
  FULL_NAME_LENGTH_MAX,
  QUALITY_HINTS,
  REJECTION_REASONS,
  RESUBMISSION_REASONS,
  REVOCATION_REASONS,
  SIDES,
  VIEWER_ROLES,
} from "#contract/identity"
import {
  answerOf,
  BadRequest,
  Busy,
  Conflict,
  describedAs,
  NotFound,
  TooMany,
  Unauthorized,
  Unreadable,
} from "../envelope.ts"
import { Id } from "../fields.ts"

const Ms = Schema.NullOr(Schema.Int)
const Country = Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/))

const IdentityDocument = Schema.Struct({
  documentId: Schema.String,
  kind: Schema.Literals(DOCUMENT_KINDS),
  side: Schema.Literals(SIDES),
  countryCode: Schema.String,
  /** What could be better about the image; advice only. */
  hints: Schema.Array(Schema.Literals(QUALITY_HINTS)),
  added: Schema.Int,
  /** When its key was destroyed; null while it can be opened. */
  shredded: Ms,
}).annotate({ identifier: "IdentityDocument" })

const IdentityCheck = Schema.Struct({
  level: Schema.Int,
  /** Submissions so far. */
  attempts: Schema.Int,
  began: Schema.Int,
  submitted: Ms,
  decided: Ms,
  /** What has to be sent again. `documentId` is null where no single document is meant. */
  reasons: Schema.Array(
    Schema.Struct({
      documentId: Schema.NullOr(Schema.String),
      reason: Schema.Literals(RESUBMISSION_REASONS),
    }),
  ),
  /** Why it was rejected or revoked. */
  reason: Schema.NullOr(Schema.Literals([...new Set([...REJECTION_REASONS, ...REVOCATION_REASONS])])),
  note: Schema.NullOr(Schema.String),
  /** From when a rejected person may try again. */
  again: Ms,
  /** When its images are shredded; null while that is not known. */
  shredding: Ms,
  documents: Schema.Array(IdentityDocument),
}).annotate({ identifier: "IdentityCheck" })

const Identity = Schema.Struct({
  /** Id of Home/LoadKYCStatus. */
  kycStatusId: Schema.Int,
  /** 0 none, 1 statement, 2 document, 3 document and proof of address. */
  level: Schema.Int,
  /** The end of the verified identity. */
  until: Ms,
  /** The newest check; null if there was none. */
  check: Schema.NullOr(IdentityCheck),
}).annotate({ identifier: "Identity" })

const IdentityAccess = Schema.Struct({
  at: Schema.Int,
  /** The kind of the document, or the field; null where the document is gone. */
  kind: Schema.NullOr(Schema.Literals([...DOCUMENT_KINDS, "email"])),
  role: Schema.Literals([...VIEWER_ROLES, "support"]),
  /** Whether it was the caller. */
  isOwn: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  /** The keeper refused to open the document. */
  isRefused: Schema.Boolean,
}).annotate({ identifier: "IdentityAccess" })

const success = answerOf(Schema.Struct({ identity: Identity }))

/** Identity checks of the caller. */
export const identityEndpoints = [
  HttpApiEndpoint.post("LoadKYC", "/LoadKYC", {
    payload: Schema.Struct({}),
    success,
    error: [Unauthorized],
  }).annotateMerge(describedAs("The caller's identity: status, level, and the newest check with its documents.")),
  HttpApiEndpoint.post("BeginKYC", "/BeginKYC", {
    payload: Schema.Struct({
      level: Schema.Literals([1, 2, 3]),
      fullName: Schema.String.check(Schema.isMaxLength(FULL_NAME_LENGTH_MAX * 2)),
      /** A day, `1990-02-28`. */
      birthDate: Schema.String.check(Schema.isMaxLength(10)),
      /** Country of residence, ISO 3166-1 alpha-2. */
      countryCode: Schema.String.check(Schema.isMaxLength(2)),
      /** The caller agrees to the consent text of the settings page. */
      consent: Schema.Boolean,
    }),
    success,
    error: [Unauthorized, BadRequest, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Begins an identity check with the caller's statement and consent. Level 1 is verified at once; levels 2 and 3 then need documents.",
    ),
  ),
  HttpApiEndpoint.post("UploadIdentityImage", "/UploadIdentityImage", {
    query: { kind: Schema.Literals(DOCUMENT_KINDS), side: Schema.Literals(SIDES), countryCode: Country },
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    success: answerOf(Schema.Struct({ documentId: Schema.String, identity: Identity })),
    error: [Unauthorized, Unreadable, Conflict, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Adds an image of a document to the caller's open check: the body is the file (JPEG, PNG, WebP or AVIF, one frame, at most 10 MB and 40 megapixels; a proof of address may also be a PDF without a password, at most 10 pages). It is encoded anew with a watermark and sealed with a key of its own, which only the keeper can use. `hints` of the document say what could be better.",
    ),
  ),
  HttpApiEndpoint.post("RemoveIdentityImage", "/RemoveIdentityImage", {
    payload: Schema.Struct({ documentId: Id }),
    success,
    error: [Unauthorized, Conflict, Busy],
  }).annotateMerge(describedAs("Takes a document of the caller's open check back; its key is destroyed.")),
  HttpApiEndpoint.post("SubmitKYCApprove", "/SubmitKYCApprove", {
    payload: Schema.Struct({}),
    success,
    error: [Unauthorized, Conflict],
  }).annotateMerge(
    describedAs(
      "Submits the caller's open check for approval, when all documents and sides that its level needs are there.",
    ),
  ),
  HttpApiEndpoint.post("WithdrawKYC", "/WithdrawKYC", {
    payload: Schema.Struct({}),
    success,
    error: [Unauthorized, Conflict],
  }).annotateMerge(
    describedAs(
      "Takes the consent back before a decision: the check ends, and the keys of its documents are destroyed.",
    ),
  ),
  HttpApiEndpoint.post("LoadIdentityImage", "/LoadIdentityImage", {
    payload: Schema.Struct({ documentId: Id }),
    success: HttpApiSchema.StreamUint8Array({ contentType: ["image/jpeg"] }),
    error: [Unauthorized, NotFound, Conflict, Busy],
  }).annotateMerge(
    describedAs(
      "A preview of an own document with a watermark, 800 pixels long: for its owner, within 15 minutes of signing in, until the decision. Each look is recorded and shown to its owner.",
    ),
  ),
  HttpApiEndpoint.post("LoadIdentityAccess", "/LoadIdentityAccess", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ accesses: Schema.Array(IdentityAccess) })),
    error: [Unauthorized],
  }).annotateMerge(
    describedAs("Who looked at the caller's documents and masked data, with role and reason, newest first."),
  ),
] as const
