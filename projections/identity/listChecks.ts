import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import type { Phase } from "#contract/identity"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { type Access, idcheck, idcheckAccess, idcheckDocument } from "./tables.ts"

/** Checks on one page of the queue. */
export const QUEUE_PAGE_MAX = 50
/** A submitted check that waits longer than this is overdue. */
export const OVERDUE_MS = 2 * 86_400_000
/** Checks that one run of a job takes. */
const DUE_MAX = 200

const db = readModels(idcheck, idcheckDocument, idcheckAccess).withTables<{
  "read.account": { person_id: string; user_code: string }
}>()

/** Names are masked in SQL: all but the first letter. A reviewer reads them on the document, with a reason. */
const queue = db
  .selectFrom("read.idcheck as check")
  .leftJoin("read.account as account", "account.person_id", "check.person_id")
  .select([
    "check.check_id as checkId",
    "account.user_code as userCode",
    sql<string | null>`left("check"."full_name", 1) || ${"…"}`.as("maskedName"),
    "check.country",
    "check.level",
    "check.phase",
    "check.attempts",
    "check.submitted_at as submittedAt",
    "check.decided_at as decidedAt",
    "check.decided_by as decidedBy",
    "check.claimed_by as claimedBy",
    "check.claimed_until as claimedUntil",
    "check.approved_by as approvedBy",
    "check.is_number_reused as isNumberReused",
    "check.has_failed_digits as hasFailedDigits",
    "check.verified_until as verifiedUntil",
    "check.shred_at as shredAt",
    "check.is_preserved as isPreserved",
    "check.sealed_count as sealedCount",
  ])
/** A check in the queue of reviewers. */
export type ListedCheck = InferResult<typeof queue>[number]

export type QueueFilter = {
  readonly phase?: Phase
  readonly level?: number
  /** Only checks that a reviewer may take now: nobody else has claimed them. @param atMs the present */
  readonly freeFor?: { readonly by: string; readonly atMs: number }
  /** Only checks that a reviewer has claimed and still holds. */
  readonly claimedBy?: { readonly by: string; readonly atMs: number }
  readonly submittedBefore?: Date
  /** The last check of the page before. */
  readonly after?: { readonly submittedAt: Date; readonly checkId: string }
}

/** Checks, the longest waiting first. The order within one time is that of their ids, so that paging skips none. */
export const listChecks = Effect.fn("listChecks")(function* (filter: QueueFilter) {
  const { phase, level, freeFor, claimedBy, submittedBefore, after } = filter
  const { query } = yield* Sql
  let waiting = queue.where("check.submitted_at", "is not", null)
  if (phase !== undefined) waiting = waiting.where("check.phase", "=", phase)
  if (level !== undefined) waiting = waiting.where("check.level", "=", level)
  if (freeFor !== undefined)
    waiting = waiting.where((eb) =>
      eb.or([
        eb("check.claimed_by", "is", null),
        eb("check.claimed_by", "=", freeFor.by),
        eb("check.claimed_until", "<=", new Date(freeFor.atMs)),
      ]),
    )
  if (claimedBy !== undefined)
    waiting = waiting
      .where("check.claimed_by", "=", claimedBy.by)
      .where("check.claimed_until", ">", new Date(claimedBy.atMs))
  if (submittedBefore !== undefined) waiting = waiting.where("check.submitted_at", "<", submittedBefore)
  if (after !== undefined)
    waiting = waiting.where((eb) =>
      eb(eb.refTuple("check.submitted_at", "check.check_id"), ">", eb.tuple(after.submittedAt, after.checkId)),
    )
  return yield* query(waiting.orderBy("check.submitted_at").orderBy("check.check_id").limit(QUEUE_PAGE_MAX))
})

/** A check by its exact id, or all of a person by their exact user code. */
export const searchChecks = Effect.fn("searchChecks")(function* (text: string) {
  const { query } = yield* Sql
  return yield* query(
    queue
      .where((eb) => eb.or([eb("check.check_id", "=", text.toLowerCase()), eb("account.user_code", "=", text)]))
      .orderBy("check.began_at", "desc")
      .limit(QUEUE_PAGE_MAX),
  )
})

/** The other checks of the same person. */
export const listChecksOfSamePerson = Effect.fn("listChecksOfSamePerson")(function* (checkId: string) {
  const { query } = yield* Sql
  return yield* query(
    queue
      .where("check.check_id", "!=", checkId)
      .where("check.person_id", "=", (eb) =>
        eb.selectFrom("read.idcheck as own").select("own.person_id").where("own.check_id", "=", checkId),
      )
      .orderBy("check.began_at", "desc")
      .limit(QUEUE_PAGE_MAX),
  )
})

/** Who looked at the documents of a check, newest first, for reviewers. */
export const listLooks = Effect.fn("listLooks")(function* (checkId: string) {
  const { query } = yield* Sql
  const [row] = yield* query(db.selectFrom("read.idcheck_access").select("looks").where("check_id", "=", checkId))
  return (row?.looks ?? []) satisfies ReadonlyArray<Access>
})

/** What the person stated, to be compared with an opened document; null after an erasure. */
export const findStatement = Effect.fn("findStatement")(function* (checkId: string) {
  const { query } = yield* Sql
  const [row] = yield* query(
    db
      .selectFrom("read.idcheck")
      .select(["full_name as fullName", "birth_date as birthDate", "country"])
      .where("check_id", "=", checkId),
  )
  return row ?? null
})

const reviewed = db
  .selectFrom("read.idcheck_document")
  .select([
    "doc_id as docId",
    "kind",
    "side",
    "country",
    "width_px as widthPx",
    "height_px as heightPx",
    "sharpness",
    "hints",
    "added_at as addedAt",
    "shredded_at as shreddedAt",
    "read_format as readFormat",
    "read_day as readDay",
    "failed_digits as failedDigits",
  ])
  .where("is_removed", "=", false)

export type ListedDocument = InferResult<typeof reviewed>[number]

/** The documents of a check, as reviewers see them listed. */
export const listCheckDocuments = Effect.fn("listCheckDocuments")(function* (checkId: string) {
  const { query } = yield* Sql
  return yield* query(reviewed.where("check_id", "=", checkId).orderBy("added_at").orderBy("doc_id"))
})

/** Verified identities whose time is over, and open checks that nobody touched since a time. */
export const listOverChecks = Effect.fn("listOverChecks")(function* (nowMs: number, idleSinceMs: number) {
  const { query } = yield* Sql
  const expired = yield* query(
    db
      .selectFrom("read.idcheck")
      .select("check_id as checkId")
      .where("phase", "=", "verified")
      .where("verified_until", "<=", new Date(nowMs))
      .orderBy("verified_until")
      .limit(DUE_MAX),
  )
  const idle = yield* query(
    db
      .selectFrom("read.idcheck")
      .select("check_id as checkId")
      .where("phase", "in", ["draft", "resubmission"])
      .where("changed_at", "<=", new Date(idleSinceMs))
      .orderBy("changed_at")
      .limit(DUE_MAX),
  )
  return [...expired, ...idle].map(({ checkId }) => checkId)
})

/** Checks whose images or statement have to go, and checks with images that their person removed. */
export const listShredDue = Effect.fn("listShredDue")(function* (nowMs: number) {
  const { query } = yield* Sql
  const due = yield* query(
    db
      .selectFrom("read.idcheck")
      .select("check_id as checkId")
      .where("shred_at", "<=", new Date(nowMs))
      .where("is_preserved", "=", false)
      .where((eb) => eb.or([eb("sealed_count", ">", 0), eb("full_name", "is not", null)]))
      .orderBy("shred_at")
      .limit(DUE_MAX),
  )
  const removed = yield* query(
    db
      .selectFrom("read.idcheck_document")
      .select("check_id as checkId")
      .distinct()
      .where("is_removed", "=", true)
      .limit(DUE_MAX),
  )
  return [...new Set([...due, ...removed].map(({ checkId }) => checkId))]
})

/** Whether a document is part of a check, removed ones included. */
export const isCheckDocument = Effect.fn("isCheckDocument")(function* (docId: string) {
  const { query } = yield* Sql
  const found = yield* query(db.selectFrom("read.idcheck_document").select("doc_id").where("doc_id", "=", docId))
  return found.length > 0
})
