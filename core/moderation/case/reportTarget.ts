import { Result } from "effect"
import { type Decide, formatIso, stripBidiControls } from "#core/kernel"
import {
  CASE_REPORTS_MAX,
  GUEST_REPORTS_MAX,
  REPORT_REASON_LENGTH_MAX,
  REPORTED_POST_LENGTH_MAX,
  REPORTED_TEXT_LENGTH_MAX,
} from "../caseRules.ts"
import { type CaseEvent, CaseForgotten, CaseOpened, GuestReportAdded, ReportAdded, ReportAnswered } from "../events.ts"
import { type CaseState, type CaseTarget, caseIdOf, isWithheld } from "./Case.ts"

/** What is reported, and what it says now. */
export type ReportedContent = { readonly target: CaseTarget; readonly text: string }

export type Report = ReportedContent & {
  /** A person, or the mark of a guest (`ReporterMarks`). */
  readonly reporterId: string
  readonly isGuest?: boolean
  readonly reason: string
  readonly reportedMs: number
}

/**
 * Adds a report, and opens the case unless it is open. A report of what is taken down already is recorded and answered at
 * once. Each person reports the same thing once, and again only if it vanished and came back. Texts are cut to their
 * maximum length.
 */
export const reportTarget =
  ({ target, reporterId, isGuest = false, reason, text, reportedMs }: Report): Decide<CaseState, CaseEvent, never> =>
  (state) => {
    const { reports, decidedReports, lapsedReports, status, isForgotten } = state
    const isRepeated = reports.slice(lapsedReports).some((report) => report.reporterId === reporterId)
    const counted = reports.slice(decidedReports).filter((report) => report.isGuest === isGuest).length
    const isFull =
      (status !== "closed" || isWithheld(state)) && counted >= (isGuest ? GUEST_REPORTS_MAX : CASE_REPORTS_MAX)
    if (isRepeated || isFull || isForgotten || reporterId === target.ownerId) return Result.succeed([])
    const which = { caseId: caseIdOf(target), ownerId: target.ownerId }
    const at = formatIso(reportedMs)
    const { kind, targetId, placeId } = target
    const opened = CaseOpened.make({
      ...{ ...which, kind, targetId, placeId, round: state.round + 1 },
      ...{ text: cut(text, kind === "post" ? REPORTED_POST_LENGTH_MAX : REPORTED_TEXT_LENGTH_MAX), openedAt: at },
    })
    const said = { ...which, reason: cut(reason, REPORT_REASON_LENGTH_MAX), reportedAt: at }
    const added = isGuest
      ? GuestReportAdded.make({ ...said, guestMark: reporterId })
      : ReportAdded.make({ ...said, reporterId })
    if (isWithheld(state) && isGuest) return Result.succeed([added])
    if (isWithheld(state)) return Result.succeed([added, ReportAnswered.make({ ...which, reporterId, answeredAt: at })])
    return Result.succeed(status === "closed" ? [opened, added] : [added])
  }

/** Forgets the texts of a case after its owner was erased; idempotent. */
export const forgetCase =
  (nowMs: number): Decide<CaseState, CaseEvent, never> =>
  ({ target, isForgotten }) =>
    Result.succeed(
      target === null || isForgotten
        ? []
        : [CaseForgotten.make({ caseId: target.caseId, ownerId: target.ownerId, forgottenAt: formatIso(nowMs) })],
    )

/** A text as it can be stored and shown, at most so long. */
export const cut = (text: string, lengthMax: number): string =>
  [...stripBidiControls(text.toWellFormed()).replaceAll("\0", "").trim()].slice(0, lengthMax).join("")
