import type {
  DocumentKind,
  Phase,
  QualityHint,
  RejectionReason,
  ResubmissionReason,
  RevocationReason,
  Side,
  ViewerRole,
} from "#contract/identity"
import { is, orNull, type RowOf, table } from "#projections/runner"

export type AskedReason = { readonly docId: string | null; readonly reason: ResubmissionReason }

/** All identity checks; the newest of a person tells their status. */
export const idcheck = table(
  "idcheck",
  {
    check_id: is.text,
    person_id: is.text,
    level: is.int,
    phase: is.textOf<Phase>(),
    /** The statement; null after an erasure. */
    full_name: orNull(is.text),
    birth_date: orNull(is.text),
    country: orNull(is.text),
    attempts: is.int,
    began_at: is.at,
    /** The last act of the person. */
    changed_at: is.at,
    submitted_at: orNull(is.at),
    decided_at: orNull(is.at),
    decided_by: orNull(is.text),
    claimed_by: orNull(is.text),
    claimed_until: orNull(is.at),
    /** The first of two reviewers. */
    approved_by: orNull(is.text),
    is_number_reused: is.bool,
    has_failed_digits: is.bool,
    /** What the person has to provide, or why the check was rejected or revoked. */
    asked: is.json<ReadonlyArray<AskedReason>>(),
    reason: orNull(is.textOf<RejectionReason | RevocationReason>()),
    note: orNull(is.text),
    verified_until: orNull(is.at),
    again_at: orNull(is.at),
    shred_at: orNull(is.at),
    is_preserved: is.bool,
    /** Documents whose key exists. */
    sealed_count: is.int,
  },
  {
    key: ["check_id"],
    indexes: [
      "(person_id, began_at desc)",
      "(submitted_at, check_id) where phase = 'pending'",
      "(shred_at) where shred_at is not null",
      "(verified_until) where phase = 'verified'",
      "(changed_at) where phase in ('draft', 'resubmission')",
    ],
  },
)
export type IdcheckRow = RowOf<typeof idcheck.columns>

/** The documents of all checks. What the person removed is gone as soon as its key is. */
export const idcheckDocument = table(
  "idcheck_document",
  {
    doc_id: is.text,
    check_id: is.text,
    kind: is.textOf<DocumentKind>(),
    side: is.textOf<Side>(),
    country: is.text,
    width_px: is.int,
    height_px: is.int,
    sharpness: is.int,
    hints: is.json<ReadonlyArray<QualityHint>>(),
    added_at: is.at,
    is_removed: is.bool,
    shredded_at: orNull(is.at),
    /** What a reviewer read. */
    read_format: orNull(is.text),
    read_day: orNull(is.text),
    failed_digits: is.json<ReadonlyArray<string>>(),
  },
  { key: ["doc_id"], indexes: ["(check_id, added_at)"] },
)

export type Access = {
  readonly docId: string
  readonly by: string
  readonly role: ViewerRole
  /** Null after an erasure. */
  readonly reason: string | null
  readonly at: string
  readonly embargoUntil: string | null
  /** Why the keeper refused; null for a look. */
  readonly refused: string | null
}

/** Who looked at the documents of a check, newest first. */
export const idcheckAccess = table(
  "idcheck_access",
  { check_id: is.text, person_id: is.text, looks: is.json<ReadonlyArray<Access>>() },
  { key: ["check_id"], indexes: ["(person_id)"] },
)
