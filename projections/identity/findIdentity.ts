import { Clock, Effect } from "effect"
import type { InferResult } from "kysely"
import { type DocumentKind, kycStatusOf, type Level } from "#contract/identity"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { type Access, idcheck, idcheckAccess, idcheckDocument } from "./tables.ts"

/** Checks of one person: as many as they may have. */
const CHECKS_MAX = 20

const db = readModels(idcheck, idcheckDocument, idcheckAccess)

const checks = db
  .selectFrom("read.idcheck")
  .select([
    "check_id as checkId",
    "level",
    "phase",
    "attempts",
    "began_at as beganAt",
    "changed_at as changedAt",
    "submitted_at as submittedAt",
    "decided_at as decidedAt",
    "full_name as fullName",
    "birth_date as birthDate",
    "country",
    "asked",
    "reason",
    "note",
    "verified_until as verifiedUntil",
    "again_at as againAt",
    "shred_at as shredAt",
    "sealed_count as sealedCount",
  ])
/** A check, as its person may see it. */
export type OwnCheck = InferResult<typeof checks>[number]

const documents = db
  .selectFrom("read.idcheck_document")
  .select([
    "doc_id as docId",
    "check_id as checkId",
    "kind",
    "side",
    "country",
    "hints",
    "added_at as addedAt",
    "shredded_at as shreddedAt",
  ])
  .where("is_removed", "=", false)
export type OwnDocument = InferResult<typeof documents>[number]

/** All checks of a person, newest first. */
export const listOwnChecks = Effect.fn("listOwnChecks")(function* (personId: string) {
  const { query } = yield* Sql
  return yield* query(
    checks.where("person_id", "=", personId).orderBy("began_at", "desc").orderBy("check_id", "desc").limit(CHECKS_MAX),
  )
})

/** The identity of a person: status, level now, the newest check with its documents. */
export const findIdentity = Effect.fn("findIdentity")(function* (personId: string) {
  const { query } = yield* Sql
  const own = yield* listOwnChecks(personId)
  const [check = null] = own
  const nowMs = yield* Clock.currentTimeMillis
  const valid = own.filter(
    ({ phase, verifiedUntil }) => phase === "verified" && (verifiedUntil?.getTime() ?? 0) > nowMs,
  )
  const best = valid.toSorted((a, b) => b.level - a.level)[0]
  return {
    kycStatusId: kycStatusOf(check?.phase ?? null),
    level: (best?.level ?? 0) as Level | 0,
    until: best?.verifiedUntil ?? null,
    check,
    documents:
      check === null
        ? []
        : yield* query(documents.where("check_id", "=", check.checkId).orderBy("added_at").orderBy("doc_id")),
  }
})
export type Identity = Effect.Success<ReturnType<typeof findIdentity>>

/** A look at a document of one's own, or a refused one. */
export type OwnAccess = Omit<Access, "embargoUntil" | "by" | "docId"> & {
  /** Whether it was the person. Of others only the role is shown. */
  readonly isOwn: boolean
  readonly kind: DocumentKind | null
}

/** Who looked at a person's documents, newest first. Looks under an embargo are left out until it ends. */
export const listAccesses = Effect.fn("listAccesses")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(db.selectFrom("read.idcheck_access").select("looks").where("person_id", "=", personId))
  const kinds = yield* query(
    db
      .selectFrom("read.idcheck_document as document")
      .innerJoin("read.idcheck as check", "check.check_id", "document.check_id")
      .select(["document.doc_id as docId", "document.kind"])
      .where("check.person_id", "=", personId),
  )
  const kindOf = new Map(kinds.map(({ docId, kind }) => [docId, kind]))
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  return rows
    .flatMap(({ looks }) => looks)
    .filter(({ embargoUntil }) => embargoUntil === null || embargoUntil <= now)
    .map(
      ({ docId, by, role, reason, at, refused }): OwnAccess => ({
        ...{ isOwn: by === `user:${personId}`, role, reason: reason === "" ? null : reason, at, refused },
        kind: kindOf.get(docId) ?? null,
      }),
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
})
