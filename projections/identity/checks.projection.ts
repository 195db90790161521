import type { Phase } from "#contract/identity"
import { AccessEvents, CheckEvents } from "#core/identity"
import { SubjectEvents } from "#core/kernel"
import { type Change, change, makeProjection, on, patch, put } from "#projections/runner"
import { type Access, type IdcheckRow, idcheck, idcheckAccess, idcheckDocument } from "./tables.ts"

/** Looks that are kept of one check. */
const LOOKS_MAX = 500

/** Identity checks: for their people, for the queue of reviewers and for the jobs. */
export const identityChecks = makeProjection({
  name: "identity",
  version: 1,
  tables: [idcheck, idcheckDocument, idcheckAccess],
  handlers: [
    on(CheckEvents, {
      "identity.CheckBegun.v1": ({ checkId, personId, level, beganAt }) => [
        put(idcheck, blank({ check_id: checkId, person_id: personId, level, began_at: beganAt })),
      ],
      "identity.StatementMade.v1": ({ checkId, fullName, birthDate, country }) =>
        changed(checkId, () => ({ full_name: fullName, birth_date: birthDate, country })),
      "identity.DocumentAdded.v1": ({ checkId, docId, kind, side, country, quality, addedAt }) => [
        put(idcheckDocument, {
          ...{ doc_id: docId, check_id: checkId, kind, side, country, added_at: addedAt },
          ...{ width_px: quality.widthPx, height_px: quality.heightPx, sharpness: quality.sharpness },
          ...{ hints: quality.hints, is_removed: false, shredded_at: null },
          ...{ read_format: null, read_day: null, failed_digits: [] },
        }),
        ...changed(checkId, ({ sealed_count }) => ({ sealed_count: sealed_count + 1, changed_at: addedAt })),
      ],
      "identity.DocumentRemoved.v1": ({ docId }) => [
        patch(idcheckDocument, [docId], (row) => ({ ...row, is_removed: true })),
      ],
      "identity.DocumentShredded.v1": ({ checkId, docId, shreddedAt }) => [
        change(idcheckDocument, [docId], (row) =>
          row === null || row.is_removed ? null : { ...row, shredded_at: shreddedAt },
        ),
        ...changed(checkId, ({ sealed_count }) => ({ sealed_count: sealed_count - 1 })),
      ],
      "identity.CheckSubmitted.v1": ({ checkId, attempt, submittedAt }) =>
        changed(checkId, () => ({
          ...{ phase: "pending", attempts: attempt, submitted_at: submittedAt, changed_at: submittedAt },
          ...{ ...UNCLAIMED, asked: [], note: null },
        })),
      "identity.ReviewClaimed.v1": ({ checkId, by, until }) =>
        changed(checkId, () => ({ claimed_by: by, claimed_until: until })),
      "identity.ReviewReleased.v1": ({ checkId }) =>
        changed(checkId, () => ({ claimed_by: null, claimed_until: null })),
      "identity.MrzChecked.v1": ({ checkId, docId, format, failedDigits, day }) => [
        patch(idcheckDocument, [docId], (row) => ({
          ...row,
          ...{ read_format: format, read_day: day, failed_digits: failedDigits },
        })),
        ...changed(checkId, ({ has_failed_digits }) => ({
          has_failed_digits: has_failed_digits || failedDigits.length > 0,
        })),
      ],
      "identity.NumberReused.v1": ({ checkId }) => changed(checkId, () => ({ is_number_reused: true })),
      "identity.ApprovalGiven.v1": ({ checkId, by }) => changed(checkId, () => ({ ...UNCLAIMED, approved_by: by })),
      "identity.Verified.v1": ({ checkId, by, until, shredAt, verifiedAt }) =>
        ended(checkId, "verified", { decided_by: by, decided_at: verifiedAt, verified_until: until }, shredAt),
      "identity.ResubmissionAsked.v1": ({ checkId, reasons, note, by, askedAt }) =>
        changed(checkId, () => ({
          ...{ ...UNCLAIMED, phase: "resubmission", asked: reasons, note, decided_by: by, changed_at: askedAt },
        })),
      "identity.Rejected.v1": ({ checkId, reason, note, by, againAt, shredAt, rejectedAt }) =>
        ended(
          checkId,
          "rejected",
          { reason, note, decided_by: by, decided_at: rejectedAt, again_at: againAt },
          shredAt,
        ),
      "identity.Revoked.v1": ({ checkId, reason, by, shredAt, revokedAt }) =>
        ended(checkId, "revoked", { reason, decided_by: by, decided_at: revokedAt }, shredAt),
      "identity.Expired.v1": ({ checkId, shredAt }) => ended(checkId, "expired", {}, shredAt),
      "identity.ConsentWithdrawn.v1": ({ checkId, shredAt, withdrawnAt }) =>
        ended(checkId, "withdrawn", { decided_at: withdrawnAt }, shredAt),
      "identity.CheckClosed.v1": ({ checkId, cause, shredAt, closedAt }) => [
        ...ended(checkId, "closed", { changed_at: closedAt }, shredAt),
        // Their reasons were sealed for the person, who has left.
        ...(cause === "left" ? [withoutReasons(checkId)] : []),
      ],
      "identity.PreservationOrdered.v1": ({ checkId }) => changed(checkId, () => ({ is_preserved: true })),
      "identity.PreservationLifted.v1": ({ checkId }) => changed(checkId, () => ({ is_preserved: false })),
    }),
    on(AccessEvents, {
      "identity.DocumentOpened.v1": ({ checkId, personId, docId, by, role, reason, embargoUntil, openedAt }) =>
        looked(checkId, personId, { docId, by, role, reason, at: openedAt, embargoUntil, refused: null }),
      "identity.OpeningRefused.v1": ({ checkId, personId, docId, by, role, cause, refusedAt }) =>
        looked(checkId, personId, {
          ...{ docId, by, role, reason: null, at: refusedAt, embargoUntil: null, refused: cause },
        }),
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [
        ...changed(subjectId, () => ({ full_name: null, birth_date: null, country: null, note: null })),
        withoutReasons(subjectId),
      ],
    }),
  ],
})

const UNCLAIMED = { claimed_by: null, claimed_until: null, approved_by: null } as const

const blank = (row: Pick<IdcheckRow, "check_id" | "person_id" | "level" | "began_at">): IdcheckRow => ({
  ...{ ...row, phase: "draft", changed_at: row.began_at, attempts: 0, sealed_count: 0 },
  ...{ full_name: null, birth_date: null, country: null, submitted_at: null, decided_at: null, decided_by: null },
  ...{ ...UNCLAIMED, is_number_reused: false, has_failed_digits: false, asked: [], reason: null, note: null },
  ...{ verified_until: null, again_at: null, shred_at: null, is_preserved: false },
})

const changed = (checkId: string, fold: (row: IdcheckRow) => Partial<IdcheckRow>): ReadonlyArray<Change> => [
  patch(idcheck, [checkId], (row) => ({ ...row, ...fold(row) })),
]

/** An earlier day of shredding stays. */
const ended = (checkId: string, phase: Phase, more: Partial<IdcheckRow>, shredAt: string | null) =>
  changed(checkId, (row) => ({
    ...{ ...UNCLAIMED, ...more, phase },
    shred_at: [row.shred_at, shredAt].filter((at) => at !== null).toSorted()[0] ?? null,
  }))

const looked = (checkId: string, personId: string, look: Access): ReadonlyArray<Change> => [
  change(idcheckAccess, [checkId], (row) => ({
    ...{ check_id: checkId, person_id: personId },
    looks: [look, ...(row?.looks ?? [])].slice(0, LOOKS_MAX),
  })),
]

const withoutReasons = (checkId: string): Change =>
  patch(idcheckAccess, [checkId], (row) => ({ ...row, looks: row.looks.map((look) => ({ ...look, reason: null })) }))
