import { OperationEvents } from "#core/operations"
import { makeProjection, on, patch, put } from "#projections/runner"
import { operation } from "./tables.ts"

/** The runs of operations. Their parameters and steps stay in the log, sealed. */
export const operations = makeProjection({
  name: "operations",
  version: 1,
  tables: [operation],
  handlers: [
    on(OperationEvents, {
      "operations.OperationPlanned.v1": ({ operationId, name, approvalsNeeded, by, plannedAt, expiresAt }) => [
        put(operation, {
          ...{ operation_id: operationId, name, status: "planned", asked_by: by, approvals: [] },
          ...{ approvals_needed: approvalsNeeded, planned_at: plannedAt, expires_at: expiresAt, ended_at: null },
        }),
      ],
      "operations.OperationApproved.v1": ({ operationId, by }) => [
        patch(operation, [operationId], (row) => ({ ...row, approvals: [...row.approvals, by] })),
      ],
      "operations.OperationRejected.v1": ({ operationId, rejectedAt }) => ended(operationId, "rejected", rejectedAt),
      "operations.OperationStarted.v1": ({ operationId }) => [
        patch(operation, [operationId], (row) => ({ ...row, status: "started" })),
      ],
      "operations.OperationCompleted.v1": ({ operationId, completedAt }) =>
        ended(operationId, "completed", completedAt),
      "operations.OperationFailed.v1": ({ operationId, failedAt }) => ended(operationId, "failed", failedAt),
    }),
  ],
})

const ended = (operationId: string, status: string, at: string) => [
  patch(operation, [operationId], (row) => ({ ...row, status, ended_at: at })),
]
