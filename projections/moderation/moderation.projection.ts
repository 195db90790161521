import { CaseEvents } from "#core/moderation"
import { type Change, change, makeProjection, on, patch } from "#projections/runner"
import { type CaseRow, moderationCase } from "./tables.ts"

/** Cases about reported content. */
export const moderation = makeProjection({
  name: "moderation",
  version: 3,
  byStream: true,
  tables: [moderationCase],
  handlers: [
    on(CaseEvents, {
      "moderation.CaseOpened.v1": ({ caseId, ownerId, kind, placeId, openedAt }) => [
        change(
          moderationCase,
          [caseId],
          (row): CaseRow => ({
            ...(row ?? { ...NEVER_DECIDED, case_id: caseId, kind, owner_id: ownerId, place_id: placeId }),
            ...{ status: "open", reports: 0, opened_at: openedAt, changed_at: openedAt },
          }),
        ),
      ],
      "moderation.ReportAdded.v1": ({ caseId }) => [counted(caseId)],
      "moderation.GuestReportAdded.v1": ({ caseId }) => [counted(caseId)],
      "moderation.CaseClaimed.v1": ({ caseId, by, until }) => [
        changed(caseId, { claimed_by: by, claimed_until: until }),
      ],
      "moderation.CaseReleased.v1": ({ caseId }) => [changed(caseId, UNCLAIMED)],
      "moderation.MeasureTaken.v1": ({ caseId, ground, takenAt, reviewAt }) => [
        changed(caseId, { ground, taken_at: takenAt, review_at: reviewAt, lifted_at: null }),
      ],
      "moderation.AppealMade.v1": ({ caseId, madeAt }) => [
        changed(caseId, { ...UNCLAIMED, status: "appealed", changed_at: madeAt }),
      ],
      "moderation.AppealDecided.v1": ({ caseId, decidedAt }) => [
        changed(caseId, { ...UNCLAIMED, status: "closed", changed_at: decidedAt }),
      ],
      "moderation.MeasureLifted.v1": ({ caseId, liftedAt }) => [changed(caseId, { lifted_at: liftedAt })],
      "moderation.CaseClosed.v1": ({ caseId, closedAt }) => [
        changed(caseId, { ...UNCLAIMED, status: "closed", changed_at: closedAt }),
      ],
      "moderation.CaseLapsed.v1": ({ caseId, lapsedAt }) => [
        changed(caseId, { ...UNCLAIMED, status: "closed", changed_at: lapsedAt }),
      ],
      "moderation.CaseForgotten.v1": ({ caseId, forgottenAt }) => [
        changed(caseId, { ...UNCLAIMED, status: "closed", changed_at: forgottenAt }),
      ],
    }),
  ],
})

const UNCLAIMED = { claimed_by: null, claimed_until: null } as const
const NEVER_DECIDED = { ...UNCLAIMED, ground: null, taken_at: null, review_at: null, lifted_at: null } as const

const counted = (caseId: string): Change =>
  patch(moderationCase, [caseId], (row) =>
    // What is taken down already gets no further round.
    row.status === "open" ? { ...row, reports: row.reports + 1 } : row,
  )

const changed = (caseId: string, next: Partial<CaseRow>): Change =>
  patch(moderationCase, [caseId], (row) => ({ ...row, ...next }))
