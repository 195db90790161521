import { Effect } from "effect"
import type { InferResult } from "kysely"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { application } from "./tables.ts"

/** Applications in one list. */
const APPLICATIONS_MAX = 500

const db = readModels(application).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null }
}>()

const applications = db
  .selectFrom("read.application as application")
  .innerJoin("read.account as account", "account.person_id", "application.person_id")
  .select([
    "application.person_id as personId",
    "account.user_code as userCode",
    "account.display_name as displayName",
    "application.status_id as requestStatusId",
    "application.request_type_id as requestTypeId",
    "application.subject",
    "application.about",
    "application.links",
    "application.languages",
    "application.submitted_at as submittedAt",
    "application.decided_at as decidedAt",
    "application.reviewer",
    "application.reason",
    "application.note",
  ])
/** An application with its applicant. */
export type ListedApplication = InferResult<typeof applications>[number]

/** The application of a person, or null. */
export const findApplication = Effect.fn("findApplication")(function* (personId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(applications.where("application.person_id", "=", personId))
  return found ?? null
})

/** Applications in these states, the longest waiting first. @param statusIds of Home/LoadApplcationRequestStatus */
export const listApplications = Effect.fn("listApplications")(function* (statusIds: ReadonlyArray<number>) {
  const { query } = yield* Sql
  return yield* query(
    applications
      .where((eb) => isAnyOf(eb.ref("application.status_id"), statusIds))
      .orderBy("application.submitted_at", (order) => order.asc().nullsLast())
      .orderBy("application.person_id")
      .limit(APPLICATIONS_MAX),
  )
})
