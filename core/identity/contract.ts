// The part of identity checks that browsers may import.

/** Ids of Home/LoadKYCStatus. */
export const KYC_STATUS = {
  notSubmitted: 1,
  pending: 2,
  verified: 3,
  rejected: 4,
  revoked: 5,
  expired: 6,
  resubmissionRequested: 7,
} as const
export type KycStatusId = (typeof KYC_STATUS)[keyof typeof KYC_STATUS]

/** Levels of an identity (decision 40): 0 none, 1 statement, 2 document, 3 document and proof of address. */
export const LEVELS = [1, 2, 3] as const
export type Level = (typeof LEVELS)[number]

export const DOCUMENT_KINDS = [
  "passport",
  "identityCard",
  "residencePermit",
  "drivingLicence",
  "proofOfAddress",
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export const SIDES = ["front", "back"] as const
export type Side = (typeof SIDES)[number]

/** The sides that a kind of document has. A passport shows everything on one page. */
export const SIDES_OF: Readonly<Record<DocumentKind, ReadonlyArray<Side>>> = {
  passport: ["front"],
  identityCard: ["front", "back"],
  residencePermit: ["front", "back"],
  drivingLicence: ["front", "back"],
  proofOfAddress: ["front"],
}

/** Maximum size of an uploaded image of a document. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** Documents of one check that are stored at the same time, all sides and replacements included. */
export const DOCUMENTS_MAX = 8
/** Documents that one check ever had. */
export const DOCUMENTS_ADDED_MAX = 60
/** Submissions of one check. */
export const ATTEMPTS_MAX = 5
/** Checks of one person, ended ones included. */
export const CHECKS_MAX = 20
/** Characters of the fields of a statement. */
export const FULL_NAME_LENGTH_MAX = 200
/** Characters of what a reviewer writes to the person, and of the reason of a look or a preservation. */
export const NOTE_LENGTH_MAX = 500
export const REASON_LENGTH_MIN = 10
/** Age in years from which people may verify their identity. */
export const AGE_YEARS_MIN = 18
export const AGE_YEARS_MAX = 130
/** A look at one's own documents needs a sign-in within this time. */
export const PREVIEW_SESSION_MS_MAX = 15 * 60_000

/** What the image of a document lacks; advice to the person, never a verdict. */
export const QUALITY_HINTS = ["small", "blurred", "dark", "bright", "shape"] as const
export type QualityHint = (typeof QUALITY_HINTS)[number]

/** Why a document has to be sent again. */
export const RESUBMISSION_REASONS = [
  "unreadable",
  "cropped",
  "glare",
  "wrongDocument",
  "missingSide",
  "expired",
  "oldProof",
  "nameDiffers",
  "addressMissing",
] as const
export type ResubmissionReason = (typeof RESUBMISSION_REASONS)[number]

/** Why a check was rejected for good. */
export const REJECTION_REASONS = ["altered", "notThePerson", "underage", "notAccepted", "other"] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

export const REVOCATION_REASONS = ["stolen", "misled", "mistake", "other"] as const
export type RevocationReason = (typeof REVOCATION_REASONS)[number]

/** How long images of documents are kept: see docs/architecture/identity.md. */
export const RETENTION_POLICIES = ["prove-and-shred", "aml"] as const
export type RetentionPolicy = (typeof RETENTION_POLICIES)[number]

/** Roles of those who looked at a document. */
export const VIEWER_ROLES = ["owner", "reviewer"] as const
export type ViewerRole = (typeof VIEWER_ROLES)[number]

/** The version of the consent text that the page shows. A changed text is a new version. */
export const CONSENT_VERSION = "2026-11"

/** Phases of a check. */
export const PHASES = [
  "draft",
  "pending",
  "resubmission",
  "verified",
  "rejected",
  "revoked",
  "expired",
  "withdrawn",
  "closed",
] as const
export type Phase = (typeof PHASES)[number]

/** The id of Home/LoadKYCStatus for the phase of a person's newest check; null: there is no check. */
export const kycStatusOf = (phase: Phase | null): KycStatusId => {
  switch (phase) {
    case "pending":
      return KYC_STATUS.pending
    case "resubmission":
      return KYC_STATUS.resubmissionRequested
    case "verified":
      return KYC_STATUS.verified
    case "rejected":
      return KYC_STATUS.rejected
    case "revoked":
      return KYC_STATUS.revoked
    case "expired":
      return KYC_STATUS.expired
    default:
      return KYC_STATUS.notSubmitted
  }
}
