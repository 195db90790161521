import { APPLICATION_STATUS } from "#contract/channels"
import { AccountEvents } from "#core/accounts"
import { ApplicationEvents } from "#core/channels"
import { SubjectEvents } from "#core/kernel"
import { type Change, change, makeProjection, on, patch, remove } from "#projections/runner"
import { type ApplicationRow, application } from "./tables.ts"

/** The applications of people who want to be creators, for themselves and for operators. */
export const applications = makeProjection({
  name: "applications",
  version: 1,
  tables: [application],
  handlers: [
    on(ApplicationEvents, {
      "channels.ApplicationSaved.v1": ({ personId, subject, about, links, languages, savedAt }) => [
        change(application, [personId], (row) => ({
          ...(row ?? blank(personId, savedAt)),
          status_id: row?.status_id === APPLICATION_STATUS.submitted ? row.status_id : APPLICATION_STATUS.draft,
          ...{ subject: subject ?? "", about: about ?? "", links: links ?? [], languages, saved_at: savedAt },
        })),
      ],
      "channels.ApplicationSubmitted.v1": ({ personId, requestTypeId, submittedAt }) =>
        moved(personId, "submitted", {
          ...{ request_type_id: requestTypeId, submitted_at: submittedAt, decided_at: null },
          ...{ reviewer: null, reason: null, note: null },
        }),
      "channels.ApplicationWithdrawn.v1": ({ personId, withdrawnAt }) =>
        moved(personId, "withdrawn", { decided_at: withdrawnAt }),
      "channels.ReviewStarted.v1": ({ personId, by }) => moved(personId, "inReview", { reviewer: by }),
      "channels.ApplicationApproved.v1": ({ personId, by, approvedAt }) =>
        moved(personId, "approved", { reviewer: by, decided_at: approvedAt }),
      "channels.ApplicationRejected.v1": ({ personId, by, reason, note, rejectedAt }) =>
        moved(personId, "rejected", { reviewer: by, reason, note, decided_at: rejectedAt }),
    }),
    on(AccountEvents, { "accounts.AccountDeleted.v1": ({ personId }) => [remove(application, [personId])] }),
    on(SubjectEvents, { "kernel.SubjectErased.v1": ({ subjectId }) => [remove(application, [subjectId])] }),
  ],
})

const moved = (
  personId: string,
  status: keyof typeof APPLICATION_STATUS,
  more: Partial<ApplicationRow>,
): ReadonlyArray<Change> => [
  patch(application, [personId], (row) => ({ ...row, ...more, status_id: APPLICATION_STATUS[status] })),
]

const blank = (personId: string, savedAt: string): ApplicationRow => ({
  ...{ person_id: personId, status_id: APPLICATION_STATUS.draft, request_type_id: 1 },
  ...{ subject: "", about: "", links: [], languages: [], saved_at: savedAt },
  ...{ submitted_at: null, decided_at: null, reviewer: null, reason: null, note: null },
})
