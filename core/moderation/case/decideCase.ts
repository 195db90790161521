import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import {
  APPEAL_DAYS_MAX,
  DECISION_NOTE_LENGTH_MAX,
  FACTS_LENGTH_MAX,
  type Ground,
  REFERENCE_LENGTH_MAX,
} from "../caseRules.ts"
import {
  AppealDecided,
  AuthorBanned,
  CaseClosed,
  type CaseEvent,
  MeasureLifted,
  MeasureTaken,
  StatementSent,
} from "../events.ts"
import { CaseChanged, CaseClaimedByOther, CaseNotReady, NoCase, OwnDecision, UnfitStatement } from "../refusals.ts"
import { type CaseState, hasOwner, isWithheld, reportersToNotify } from "./Case.ts"
import { isClaimedByOther } from "./claimCase.ts"
import { cut } from "./reportTarget.ts"

const DAY_MS = 86_400_000

export type Decision = {
  readonly by: string
  /** The version of the case that the operator saw. */
  readonly seen: number
  readonly nowMs: number
}
export type DecisionRefusal = NoCase | CaseChanged | CaseClaimedByOther | CaseNotReady

/** The statement of reasons for the affected person (Digital Services Act, Article 17). */
export type Reasons = {
  readonly ground: Ground
  /** The law, or the clause of the terms. */
  readonly reference: string
  readonly facts: string
  readonly reviewDays: number
  /** Also bans the author of a chat message from its room. */
  readonly isBan?: boolean
}

type Target = NonNullable<CaseState["target"]>

/** The case that an operator may decide now. */
const decidable = (
  state: CaseState,
  { by, seen, nowMs }: Decision,
  status: CaseState["status"],
): Result.Result<Target, DecisionRefusal> => {
  if (state.target === null || state.isForgotten) return Result.fail(new NoCase({}))
  if (state.version !== seen) return Result.fail(new CaseChanged({}))
  if (state.status !== status) return Result.fail(new CaseNotReady({}))
  if (isClaimedByOther(state, by, nowMs)) return Result.fail(new CaseClaimedByOther({}))
  return Result.succeed(state.target)
}

/** Withholds what was reported, states the reasons, and closes the case. */
export const takeDown =
  (decision: Decision, reasons: Reasons): Decide<CaseState, CaseEvent, DecisionRefusal | UnfitStatement> =>
  (state) => {
    type Decided = Result.Result<ReadonlyArray<CaseEvent>, CaseNotReady | UnfitStatement>
    return Result.flatMap(decidable(state, decision, "open"), (target): Decided => {
      const { by, nowMs } = decision
      const reference = cut(reasons.reference, REFERENCE_LENGTH_MAX)
      const facts = cut(reasons.facts, FACTS_LENGTH_MAX)
      if (reference === "" || facts === "" || !(reasons.reviewDays > 0)) return Result.fail(new UnfitStatement({}))
      const { caseId, ownerId, kind, targetId, placeId } = target
      const isBan = reasons.isBan === true
      if (isBan && kind !== "message") return Result.fail(new CaseNotReady({}))
      const [which, at] = [{ caseId, ownerId }, formatIso(nowMs)]
      return Result.succeed([
        MeasureTaken.make({
          ...{ ...which, by, kind, targetId, ground: reasons.ground, reference, facts, takenAt: at },
          reviewAt: formatIso(nowMs + reasons.reviewDays * DAY_MS),
        }),
        ...(isBan ? [AuthorBanned.make({ ...which, by, roomId: placeId, bannedAt: at })] : []),
        ...(hasOwner(target)
          ? [StatementSent.make({ ...which, appealUntil: formatIso(nowMs + APPEAL_DAYS_MAX * DAY_MS), sentAt: at })]
          : []),
        closed(state, target, by, "measure", nowMs),
      ])
    })
  }

/** Leaves what was reported as it is, and closes the case. */
export const dismissCase =
  (decision: Decision): Decide<CaseState, CaseEvent, DecisionRefusal> =>
  (state) =>
    Result.map(decidable(state, decision, "open"), (target) => [
      closed(state, target, decision.by, "dismissed", decision.nowMs),
    ])

/** Ends a measure without an appeal. */
export const restoreTarget =
  ({ by, seen, nowMs }: Decision): Decide<CaseState, CaseEvent, NoCase | CaseChanged | CaseNotReady> =>
  (state) => {
    if (state.target === null) return Result.fail(new NoCase({}))
    if (state.version !== seen) return Result.fail(new CaseChanged({}))
    // An appeal is decided by somebody else, with an answer.
    if (!isWithheld(state) || state.status === "appealed") return Result.fail(new CaseNotReady({}))
    return Result.succeed([lifted(state.target, by, "operator", nowMs)])
  }

/** Decides an appeal: granted, it ends the measure. The operator who took the measure cannot. */
export const decideAppeal =
  (
    decision: Decision,
    { isGranted, note }: { readonly isGranted: boolean; readonly note: string },
  ): Decide<CaseState, CaseEvent, DecisionRefusal | OwnDecision | UnfitStatement> =>
  (state) => {
    type Decided = Result.Result<ReadonlyArray<CaseEvent>, OwnDecision | UnfitStatement>
    return Result.flatMap(decidable(state, decision, "appealed"), (target): Decided => {
      const { by, nowMs } = decision
      if (state.measure?.by === by) return Result.fail(new OwnDecision({}))
      const said = cut(note, DECISION_NOTE_LENGTH_MAX)
      if (said === "") return Result.fail(new UnfitStatement({}))
      const { caseId, ownerId } = target
      const decided = AppealDecided.make({
        ...{ caseId, ownerId, by, outcome: isGranted ? "granted" : "rejected" },
        ...{ note: said, decidedAt: formatIso(nowMs) },
      })
      return Result.succeed(isGranted ? [decided, lifted(target, by, "appeal", nowMs)] : [decided])
    })
  }

const closed = (
  state: CaseState,
  { caseId, ownerId }: Target,
  by: string,
  outcome: "measure" | "dismissed",
  nowMs: number,
) =>
  CaseClosed.make({
    ...{ caseId, ownerId, by, outcome, closedAt: formatIso(nowMs) },
    reporterIds: reportersToNotify(state),
  })

const lifted = ({ caseId, ownerId, kind, targetId }: Target, by: string, cause: "appeal" | "operator", nowMs: number) =>
  MeasureLifted.make({ caseId, ownerId, by, kind, targetId, cause, liftedAt: formatIso(nowMs) })
