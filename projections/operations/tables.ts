import { is, orNull, table } from "#projections/runner"

/** Runs of operations, for the queue and the log of the console. */
export const operation = table(
  "operation",
  {
    operation_id: is.text,
    name: is.text,
    status: is.text,
    /** The operator who requested it. */
    asked_by: is.text,
    approvals: is.json<ReadonlyArray<string>>(),
    approvals_needed: is.int,
    planned_at: is.at,
    expires_at: is.at,
    ended_at: orNull(is.at),
  },
  { key: ["operation_id"], indexes: ["(status, planned_at)", "(planned_at)"] },
)
