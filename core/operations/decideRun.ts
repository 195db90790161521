import { Result } from "effect"
import { formatIso } from "#core/kernel"
import {
  OperationApproved,
  OperationCompleted,
  type OperationEvent,
  OperationFailed,
  OperationPlanned,
  OperationRejected,
  OperationStarted,
  PrivateInputsGiven,
} from "./events.ts"
import type { RunState } from "./Run.ts"
import { NoOperation, WrongRunState } from "./refusals.ts"

/** A plan that nobody carried out by then must be made again. */
export const PLAN_MS_MAX = 86_400_000

type Decided<Refusal> = Result.Result<ReadonlyArray<OperationEvent>, Refusal>
type Which = { readonly operationId: string; readonly nowMs: number }

type Planned = Omit<typeof OperationPlanned.Type, "_tag" | "plannedAt"> & {
  readonly nowMs: number
  /** Null if the plan has none. */
  readonly privateInputs: Omit<typeof PrivateInputsGiven.Type, "_tag" | "operationId"> | null
}

export const planRun =
  ({ nowMs, privateInputs, ...planned }: Planned) =>
  (_: RunState): Decided<never> => {
    const { operationId } = planned
    return Result.succeed([
      OperationPlanned.make({ ...planned, plannedAt: formatIso(nowMs) }),
      ...(privateInputs === null ? [] : [PrivateInputsGiven.make({ operationId, ...privateInputs })]),
    ])
  }

type Approval = Which & Omit<typeof OperationApproved.Type, "_tag" | "operationId" | "approvedAt">

/** Adds a verified signature. Each operator signs once. */
export const approveRun =
  ({ nowMs, ...approval }: Approval) =>
  (state: RunState): Decided<NoOperation | WrongRunState> => {
    const problem = problemOf(state, nowMs)
    if (problem !== null) return Result.fail(problem)
    if (state.approvals.some(({ operatorId }) => operatorId === approval.by))
      return Result.fail(new WrongRunState({ problem: "alreadyApproved" }))
    return Result.succeed([OperationApproved.make({ ...approval, approvedAt: formatIso(nowMs) })])
  }

/** Stops a run for good. One operator is enough, before it starts. */
export const rejectRun =
  ({ operationId, by, reason, nowMs }: Which & { readonly by: string; readonly reason: string }) =>
  (state: RunState): Decided<NoOperation | WrongRunState> => {
    const problem = problemOf(state, nowMs)
    if (problem !== null && !(problem instanceof WrongRunState && problem.problem === "expired"))
      return Result.fail(problem)
    return Result.succeed([OperationRejected.make({ operationId, by, reason, rejectedAt: formatIso(nowMs) })])
  }

type Start = Which & {
  readonly by: string
  /** The hash of the plan as it would be made now. */
  readonly planHash: string
  /** The operators who have the permission now: only their signatures count. */
  readonly permitted: ReadonlySet<string>
}

/** Starts a run: enough operators who still may do it signed the plan, and the plan is the same as then. */
export const startRun =
  ({ operationId, by, planHash, permitted, nowMs }: Start) =>
  (state: RunState): Decided<NoOperation | WrongRunState> => {
    // Started before, and the process ended: it goes on under the same command id, which carries it out once.
    if (state.status === "started") return Result.succeed([])
    const problem = problemOf(state, nowMs)
    if (problem !== null) return Result.fail(problem)
    if (state.planHash !== planHash) return Result.fail(new WrongRunState({ problem: "planChanged" }))
    const counted = new Set(state.approvals.map(({ operatorId }) => operatorId).filter((each) => permitted.has(each)))
    if (counted.size < state.approvalsNeeded) return Result.fail(new WrongRunState({ problem: "needsApprovals" }))
    return Result.succeed([OperationStarted.make({ operationId, by, startedAt: formatIso(nowMs) })])
  }

/** @param failure the key of a text, or null for a success */
export const endRun =
  ({ operationId, failure, nowMs }: Which & { readonly failure: string | null }) =>
  (state: RunState): Decided<never> => {
    if (state.status !== "started") return Result.succeed([])
    const at = formatIso(nowMs)
    return Result.succeed([
      failure === null
        ? OperationCompleted.make({ operationId, completedAt: at })
        : OperationFailed.make({ operationId, reason: failure, failedAt: at }),
    ])
  }

const problemOf = (state: RunState, nowMs: number): NoOperation | WrongRunState | null => {
  if (state.status === "none") return new NoOperation({})
  if (state.status !== "planned") return new WrongRunState({ problem: "ended" })
  return nowMs >= state.expiresMs ? new WrongRunState({ problem: "expired" }) : null
}
