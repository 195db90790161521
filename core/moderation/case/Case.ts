import { type Aggregate, nameUuid } from "#core/kernel"
import { CASE_HISTORY_MAX, type CaseStatus, type Ground, type LapseCause, type TargetKind } from "../caseRules.ts"
import { CaseEvent, CaseEvents } from "../events.ts"

/**
 * What was reported, and its owner. The place of a channel is its code. Feeds and items of the library that nobody here has claimed belong to the case itself:
 * `ownerId` is its id, with which the texts are sealed.
 */
export type CaseTarget = {
  readonly kind: TargetKind
  readonly targetId: string
  readonly placeId: string
  readonly ownerId: string
}

export type CaseReport = {
  /** A person, or the mark of a guest. */
  readonly reporterId: string
  readonly isGuest: boolean
  /** Empty after an erasure. */
  readonly reason: string
  readonly atMs: number
}

export type CaseMeasure = {
  readonly by: string
  readonly ground: Ground
  readonly reference: string
  readonly facts: string
  /** The chat room that the author may not write in while the measure applies; null if there is none. */
  readonly bannedFrom: string | null
  readonly takenMs: number
  readonly reviewMs: number
  /** When the person can no longer appeal. */
  readonly appealUntilMs: number
  /** Null while it applies. */
  readonly liftedMs: number | null
}

export type CaseAppeal = {
  readonly text: string
  readonly madeMs: number
  readonly decision: {
    readonly by: string
    readonly outcome: "granted" | "rejected"
    readonly note: string
    readonly atMs: number
  } | null
}

/** One line of the history: an event, and who caused it. Reports have no names here. */
export type CaseEntry = { readonly type: CaseEvent["_tag"]; readonly by: string | null; readonly atMs: number }

export type CaseState = {
  /** Null before the first report. */
  readonly target: (CaseTarget & { readonly caseId: string }) | null
  readonly status: CaseStatus
  readonly round: number
  /** What it said when it was reported; empty after an erasure. */
  readonly text: string
  /** Counts everything that a decision depends on: an operator decides on the version that they saw. */
  readonly version: number
  /** All reports, of earlier rounds too: nobody reports again what was decided. */
  readonly reports: ReadonlyArray<CaseReport>
  /** Reports before this round. */
  readonly decidedReports: number
  /** Reports before the case closed by itself: these people may report what came back. */
  readonly lapsedReports: number
  /** Why the case closed by itself; null if it is open or was decided. */
  readonly lapse: { readonly cause: LapseCause; readonly atMs: number } | null
  readonly claim: { readonly by: string; readonly untilMs: number } | null
  readonly measure: CaseMeasure | null
  readonly appeal: CaseAppeal | null
  readonly history: ReadonlyArray<CaseEntry>
  readonly isForgotten: boolean
}

const initial: CaseState = {
  ...{ target: null, status: "closed", round: 0, text: "", version: 0, reports: [], decidedReports: 0 },
  ...{ lapsedReports: 0, lapse: null },
  ...{ claim: null, measure: null, appeal: null, history: [], isForgotten: false },
}

/** The moderation case of a reported thing, by `caseIdOf`. */
export const Case: Aggregate<CaseState, CaseEvent> = {
  category: "case",
  events: CaseEvents,
  initial,
  evolve: (state, event) => {
    const next = fold(state, event)
    const entry = { type: event._tag, by: "by" in event ? event.by : null, atMs: Date.parse(timeOf(event)) }
    return { ...next, history: [...next.history, entry].slice(-CASE_HISTORY_MAX) }
  },
}

const fold = (state: CaseState, event: CaseEvent): CaseState =>
  CaseEvent.match(event, {
    "moderation.CaseOpened.v1": ({ caseId, ownerId, kind, targetId, placeId, round, text }): CaseState => ({
      ...state,
      target: { caseId, ownerId, kind, targetId, placeId },
      ...{ status: "open", round, text: text ?? "", claim: null, decidedReports: state.reports.length },
      lapse: null,
    }),
    "moderation.ReportAdded.v1": ({ reporterId, reason, reportedAt }) => ({
      ...state,
      // A report of what is taken down changes no decision.
      version: state.status === "open" ? state.version + 1 : state.version,
      reports: [...state.reports, { reporterId, isGuest: false, reason: reason ?? "", atMs: Date.parse(reportedAt) }],
    }),
    "moderation.GuestReportAdded.v1": ({ guestMark, reason, reportedAt }) => ({
      ...state,
      version: state.status === "open" ? state.version + 1 : state.version,
      reports: [
        ...state.reports,
        { reporterId: guestMark, isGuest: true, reason: reason ?? "", atMs: Date.parse(reportedAt) },
      ],
    }),
    "moderation.CaseClaimed.v1": ({ by, until }) => ({ ...state, claim: { by, untilMs: Date.parse(until) } }),
    "moderation.CaseReleased.v1": () => ({ ...state, claim: null }),
    "moderation.MeasureTaken.v1": ({ by, ground, reference, facts, takenAt, reviewAt }): CaseState => ({
      ...state,
      version: state.version + 1,
      measure: {
        ...{ by, ground, reference, facts: facts ?? "", bannedFrom: null },
        ...{ takenMs: Date.parse(takenAt), reviewMs: Date.parse(reviewAt), appealUntilMs: 0, liftedMs: null },
      },
      appeal: null,
    }),
    "moderation.AuthorBanned.v1": ({ roomId }) => ({
      ...state,
      measure: state.measure && { ...state.measure, bannedFrom: roomId },
    }),
    "moderation.StatementSent.v1": ({ appealUntil }) => ({
      ...state,
      measure: state.measure && { ...state.measure, appealUntilMs: Date.parse(appealUntil) },
    }),
    "moderation.AppealMade.v1": ({ text, madeAt }): CaseState => ({
      ...state,
      version: state.version + 1,
      status: "appealed",
      claim: null,
      appeal: { text: text ?? "", madeMs: Date.parse(madeAt), decision: null },
    }),
    "moderation.AppealDecided.v1": ({ by, outcome, note, decidedAt }): CaseState => ({
      ...state,
      version: state.version + 1,
      status: "closed",
      claim: null,
      appeal: state.appeal && {
        ...state.appeal,
        decision: { by, outcome, note: note ?? "", atMs: Date.parse(decidedAt) },
      },
    }),
    "moderation.MeasureLifted.v1": ({ liftedAt }): CaseState => ({
      ...state,
      version: state.version + 1,
      // An appeal against a measure that ended needs no decision any more.
      status: state.status === "appealed" ? "closed" : state.status,
      measure: state.measure && { ...state.measure, liftedMs: Date.parse(liftedAt) },
    }),
    "moderation.CaseClosed.v1": (): CaseState => ({
      ...state,
      version: state.version + 1,
      status: "closed",
      claim: null,
    }),
    "moderation.ReportAnswered.v1": () => state,
    "moderation.CaseLapsed.v1": ({ cause, lapsedAt }): CaseState => ({
      ...state,
      ...{ version: state.version + 1, status: "closed", claim: null, lapsedReports: state.reports.length },
      lapse: { cause, atMs: Date.parse(lapsedAt) },
    }),
    "moderation.CaseForgotten.v1": (): CaseState => ({
      ...state,
      ...{ version: state.version + 1, status: "closed", text: "", claim: null, isForgotten: true },
      measure: state.measure && { ...state.measure, facts: "" },
      appeal: null,
    }),
  })

const timeOf = (event: CaseEvent): string =>
  CaseEvent.match(event, {
    "moderation.CaseOpened.v1": ({ openedAt }) => openedAt,
    "moderation.ReportAdded.v1": ({ reportedAt }) => reportedAt,
    "moderation.GuestReportAdded.v1": ({ reportedAt }) => reportedAt,
    "moderation.CaseClaimed.v1": ({ claimedAt }) => claimedAt,
    "moderation.CaseReleased.v1": ({ releasedAt }) => releasedAt,
    "moderation.MeasureTaken.v1": ({ takenAt }) => takenAt,
    "moderation.AuthorBanned.v1": ({ bannedAt }) => bannedAt,
    "moderation.StatementSent.v1": ({ sentAt }) => sentAt,
    "moderation.AppealMade.v1": ({ madeAt }) => madeAt,
    "moderation.AppealDecided.v1": ({ decidedAt }) => decidedAt,
    "moderation.MeasureLifted.v1": ({ liftedAt }) => liftedAt,
    "moderation.CaseClosed.v1": ({ closedAt }) => closedAt,
    "moderation.ReportAnswered.v1": ({ answeredAt }) => answeredAt,
    "moderation.CaseLapsed.v1": ({ lapsedAt }) => lapsedAt,
    "moderation.CaseForgotten.v1": ({ forgottenAt }) => forgottenAt,
  })

/** The id of a target's case: there is one, so reports of the same thing meet. */
export const caseIdOf = ({ kind, targetId }: Pick<CaseTarget, "kind" | "targetId">): string =>
  nameUuid(`moderation case\n${kind}\n${targetId}`)

/** Whether something is withheld now. */
export const isWithheld = ({ measure }: Pick<CaseState, "measure">): boolean =>
  measure !== null && measure.liftedMs === null

/** People who reported since the last decision and will be notified of the next one. Guests cannot be notified. */
export const reportersToNotify = ({ reports, decidedReports }: Pick<CaseState, "reports" | "decidedReports">) =>
  reports.slice(decidedReports).flatMap(({ reporterId, isGuest }) => (isGuest ? [] : [reporterId]))

/** Whether a member is affected: they are notified and can appeal. */
export const hasOwner = ({ caseId, ownerId }: { readonly caseId: string; readonly ownerId: string }): boolean =>
  ownerId !== caseId
