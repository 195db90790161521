import type { Aggregate } from "#core/kernel"
import { OperationEvent, OperationEvents, type PlanStep } from "./events.ts"

export type RunStatus = "none" | "planned" | "started" | "completed" | "failed" | "rejected"

/** An operator's signature of the plan, with which others can verify it (base64url). */
export type RunApproval = {
  readonly operatorId: string
  readonly atMs: number
  readonly authenticatorData: string
  readonly clientData: string
  readonly signature: string
}

/** One run of an operation. */
export type RunState = {
  readonly status: RunStatus
  readonly name: string
  /** As they were signed: digests stand for private inputs. */
  readonly parameters: Readonly<Record<string, string>>
  /** The texts of private inputs; without those that were erased. */
  readonly privateInputs: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<PlanStep>
  readonly planHash: string
  readonly approvalsNeeded: number
  readonly by: string
  readonly plannedMs: number
  readonly expiresMs: number
  /** The operators who signed the plan, in this order, with the times. */
  readonly approvals: ReadonlyArray<RunApproval>
  /** Why it was rejected, in the operator's words, or failed, as the key of a text; null otherwise. */
  readonly reason: string | null
  /** Who rejected or carried it out; null otherwise. */
  readonly endedBy: string | null
  readonly endedMs: number | null
}

/** A run of an operation, by operation id. */
export const Run: Aggregate<RunState, OperationEvent> = {
  category: "operation",
  events: OperationEvents,
  initial: {
    ...{
      status: "none",
      name: "",
      parameters: {},
      privateInputs: {},
      steps: [],
      planHash: "",
      approvalsNeeded: 1,
      by: "",
    },
    ...{ plannedMs: 0, expiresMs: 0, approvals: [], reason: null, endedBy: null, endedMs: null },
  },
  evolve: (state, event) =>
    OperationEvent.match(event, {
      "operations.OperationPlanned.v1": ({ parameters, steps, plannedAt, expiresAt, ...planned }): RunState => ({
        ...state,
        status: "planned",
        name: planned.name,
        planHash: planned.planHash,
        approvalsNeeded: planned.approvalsNeeded,
        by: planned.by,
        parameters: parameters ?? {},
        steps: steps ?? [],
        plannedMs: Date.parse(plannedAt),
        expiresMs: Date.parse(expiresAt),
      }),
      "operations.PrivateInputsGiven.v1": ({ inputs }): RunState => ({
        ...state,
        privateInputs: Object.fromEntries(Object.entries(inputs ?? {}).map(([name, { text }]) => [name, text])),
      }),
      "operations.OperationApproved.v1": ({ by, approvedAt, authenticatorData, clientData, signature }): RunState => ({
        ...state,
        approvals: [
          ...state.approvals,
          { operatorId: by, atMs: Date.parse(approvedAt), authenticatorData, clientData, signature },
        ],
      }),
      "operations.OperationRejected.v1": ({ by, reason, rejectedAt }): RunState => ({
        ...state,
        ...{ status: "rejected", reason, endedBy: by, endedMs: Date.parse(rejectedAt) },
      }),
      "operations.OperationStarted.v1": ({ by }): RunState => ({ ...state, status: "started", endedBy: by }),
      "operations.OperationCompleted.v1": ({ completedAt }): RunState => ({
        ...state,
        ...{ status: "completed", endedMs: Date.parse(completedAt) },
      }),
      "operations.OperationFailed.v1": ({ reason, failedAt }): RunState => ({
        ...state,
        ...{ status: "failed", reason, endedMs: Date.parse(failedAt) },
      }),
    }),
}
