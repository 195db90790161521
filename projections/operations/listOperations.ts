import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { operation } from "./tables.ts"

/** Runs on one page. */
export const OPERATIONS_PAGE = 50

const db = readModels(operation)
const listed = db
  .selectFrom("read.operation")
  .select([
    "operation_id as operationId",
    "name",
    "status",
    "asked_by as askedBy",
    "approvals",
    "approvals_needed as approvalsNeeded",
    "planned_at as plannedAt",
    "expires_at as expiresAt",
    "ended_at as endedAt",
  ])

/** Runs that wait for signatures or are being carried out, the oldest first. @param now plans that expired before are left out */
export const listOpenOperations = Effect.fn("listOpenOperations")(function* (now: Date) {
  const { query } = yield* Sql
  return yield* query(
    listed
      .where("status", "in", ["planned", "started"])
      .where((eb) => eb.or([eb("status", "=", "started"), eb("expires_at", ">", now)]))
      .orderBy("planned_at")
      .orderBy("operation_id")
      .limit(OPERATIONS_PAGE),
  )
})

/** All runs, the newest first. @param before the id of the last one on the page before; null for the first page */
export const listOperations = Effect.fn("listOperations")(function* (before: string | null) {
  const { query } = yield* Sql
  const page = before === null ? listed : listed.where("operation_id", "<", before)
  return yield* query(page.orderBy("operation_id", "desc").limit(OPERATIONS_PAGE))
})
