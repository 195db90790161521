import { type CaseEvent, hasOwner } from "#core/moderation"
import type { Notice } from "#core/notifications"
import { noticeWith } from "./noticeOf.ts"

type AddressedNotice = { readonly personId: string; readonly notice: Notice }

/** Who learns of an event of a case, and how: the affected person, and everybody who reported. */
export const moderationNotices = (event: CaseEvent): ReadonlyArray<AddressedNotice> => {
  const { caseId, ownerId } = event
  const toOwner = (kind: string, at: string): ReadonlyArray<AddressedNotice> =>
    hasOwner(event) ? [{ personId: ownerId, notice: noticeWith(kind, at, { caseId }) }] : []
  switch (event._tag) {
    case "moderation.MeasureTaken.v1":
      return toOwner("contentWithheld", event.takenAt)
    case "moderation.AppealDecided.v1":
      return toOwner(event.outcome === "granted" ? "appealGranted" : "appealRejected", event.decidedAt)
    case "moderation.MeasureLifted.v1":
      // A granted appeal has its own notice.
      return event.cause === "operator" ? toOwner("contentRestored", event.liftedAt) : []
    case "moderation.CaseClosed.v1": {
      const kind = event.outcome === "measure" ? "reportActed" : "reportDismissed"
      return event.reporterIds.map((personId) => ({ personId, notice: noticeWith(kind, event.closedAt) }))
    }
    case "moderation.ReportAnswered.v1":
      return [{ personId: event.reporterId, notice: noticeWith("reportActed", event.answeredAt) }]
    case "moderation.CaseLapsed.v1":
      return event.reporterIds.map((personId) => ({ personId, notice: noticeWith("reportLapsed", event.lapsedAt) }))
    default:
      return []
  }
}
