import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import type { CaseStatus, TargetKind } from "#contract/moderation"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { moderationCase } from "./tables.ts"

export const CASES_PAGE_MAX = 50
/** Decisions that a person's page lists. */
const DECISIONS_MAX = 200

const db = readModels(moderationCase).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null }
}>()

const cases = db
  .selectFrom("read.moderation_case as case")
  .leftJoin("read.account as account", "account.person_id", "case.owner_id")
  .select([
    "case.case_id as caseId",
    "case.kind",
    "case.status",
    "case.reports",
    "account.user_code as userCode",
    "case.claimed_by as claimedBy",
    "case.claimed_until as claimedUntil",
    "case.ground",
    "case.taken_at as takenAt",
    "case.review_at as reviewAt",
    "case.lifted_at as liftedAt",
    "case.opened_at as openedAt",
    "case.changed_at as changedAt",
  ])
export type ListedCase = InferResult<typeof cases>[number]

export type CaseFilter = {
  readonly statuses: ReadonlyArray<CaseStatus>
  readonly kind?: TargetKind
  /** An operator who has claimed it. */
  readonly claimedBy?: string
  /** Only what is withheld, and is due for another look before this time. */
  readonly reviewBefore?: Date
  /** The last case of the page before. */
  readonly after?: { readonly changedAt: Date; readonly caseId: string }
  readonly limit?: number
}

/** Cases for operators, the longest waiting first. */
export const listCases = Effect.fn("listCases")(function* (filter: CaseFilter) {
  const { statuses, kind, claimedBy, reviewBefore, after, limit } = filter
  const { query } = yield* Sql
  return yield* query(
    cases
      .where((eb) => isAnyOf(eb.ref("case.status"), statuses))
      .$if(kind !== undefined, (some) => some.where("case.kind", "=", kind ?? "comment"))
      .$if(claimedBy !== undefined, (some) => some.where("case.claimed_by", "=", claimedBy ?? ""))
      .$if(reviewBefore !== undefined, (some) =>
        some.where("case.review_at", "<", reviewBefore ?? new Date(0)).where("case.lifted_at", "is", null),
      )
      .$if(after !== undefined, (some) =>
        some.where((eb) =>
          eb(
            eb.refTuple("case.changed_at", "case.case_id"),
            ">",
            eb.tuple(after?.changedAt ?? new Date(0), after?.caseId ?? ""),
          ),
        ),
      )
      .orderBy("case.changed_at")
      .orderBy("case.case_id")
      .limit(Math.min(limit ?? CASES_PAGE_MAX, CASES_PAGE_MAX)),
  )
})

/** The measures about what a person wrote, the newest first. */
export const listOwnMeasures = Effect.fn("listOwnMeasures")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.moderation_case as case")
      .select([
        "case.case_id as caseId",
        "case.kind",
        "case.status",
        "case.taken_at as takenAt",
        "case.lifted_at as liftedAt",
      ])
      .where("case.owner_id", "=", personId)
      .where("case.taken_at", "is not", null)
      .orderBy("case.taken_at", "desc")
      .limit(DECISIONS_MAX),
  )
})

/** The cases about what a person wrote. */
export const listCaseIds = Effect.fn("listCaseIds")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.moderation_case as case")
      .select("case.case_id as caseId")
      .where("case.owner_id", "=", personId),
  )
  return rows.map(({ caseId }) => caseId)
})

/** The open cases about what is at a place, such as the comments on a post. */
export const listOpenCaseIdsAt = Effect.fn("listOpenCaseIdsAt")(function* (placeId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.moderation_case as case")
      .select("case.case_id as caseId")
      .where("case.place_id", "=", placeId)
      .where("case.status", "=", sql.lit("open")),
  )
  return rows.map(({ caseId }) => caseId)
})
