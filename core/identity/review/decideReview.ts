import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { readDay, VERIFIED_YEARS_MAX } from "../check/beginCheck.ts"
import { type CheckDocument, type CheckState, presentDocuments } from "../check/Check.ts"
import {
  ApprovalGiven,
  type CheckEvent,
  MrzChecked,
  NumberReused,
  Rejected,
  ResubmissionAsked,
  Revoked,
  Verified,
} from "../check/events.ts"
import {
  ATTEMPTS_MAX,
  NOTE_LENGTH_MAX,
  type RejectionReason,
  type ResubmissionReason,
  type RetentionPolicy,
  type RevocationReason,
} from "../contract.ts"
import { NoCheck, type NotClaimed, ReviewRefused, TooManyAttempts } from "../refusals.ts"
import { addYears, shredAtAfterDecision } from "../retention/dueDates.ts"
import { isOwn, type Reviewer, reviewProblem } from "./claimReview.ts"

type DecideReview = Decide<CheckState, CheckEvent, NoCheck | NotClaimed | ReviewRefused>

const DAY_MS = 86_400_000
/** A proof of address is not older than this. */
const PROOF_DAYS_MAX = 90
/** A rejected person waits this long. */
const AGAIN_DAYS = 180

export type DocumentReading = {
  readonly docId: string
  readonly format: "TD1" | "TD2" | "TD3" | "none"
  readonly failedDigits: ReadonlyArray<string>
  readonly numberHmac: string | null
  readonly day: string
}

/** Records what a reviewer read in a document. @param isReused whether another check has the number */
export const readDocument =
  (reading: DocumentReading, reviewer: Reviewer, otherCheckId: string | null): DecideReview =>
  (state) => {
    const problem = reviewProblem(state, reviewer)
    if (problem !== null) return Result.fail(problem)
    const { docId, day } = reading
    if (!presentDocuments(state).some((each) => each.docId === docId)) return Result.fail(new NoCheck())
    if (readDay(day) === null) return Result.fail(new ReviewRefused({ problem: "unread" }))
    const ids = { checkId: state.checkId, personId: state.personId }
    const at = formatIso(reviewer.nowMs)
    return Result.succeed([
      MrzChecked.make({ ...ids, ...reading, by: reviewer.by, readAt: at }),
      ...(otherCheckId === null || state.isNumberReused
        ? []
        : [NumberReused.make({ ...ids, otherCheckId, foundAt: at })]),
    ])
  }

/** Flags a check if another one has the same document number. Neither person learns about the other. */
export const flagReuse =
  (otherCheckId: string, nowMs: number): Decide<CheckState, CheckEvent, never> =>
  ({ phase, checkId, personId, isNumberReused }) =>
    Result.succeed(
      phase === null || isNumberReused
        ? []
        : [NumberReused.make({ checkId, personId, otherCheckId, foundAt: formatIso(nowMs) })],
    )

/** Why a second reviewer has to agree. */
export const secondReviewCauses = (state: CheckState): ReadonlyArray<"level" | "reused" | "digits"> => [
  ...(state.level === 3 ? (["level"] as const) : []),
  ...(state.isNumberReused ? (["reused"] as const) : []),
  ...(identityDocuments(state).some(({ reading }) => (reading?.failedDigits.length ?? 0) > 0)
    ? (["digits"] as const)
    : []),
]

const identityDocuments = (state: CheckState): ReadonlyArray<CheckDocument> =>
  presentDocuments(state).filter(({ kind }) => kind !== "proofOfAddress")

type Verify = { readonly policy: RetentionPolicy; readonly isOverride: boolean }

/**
 * Verifies the identity. The first of two approvals releases the claim; the second comes from somebody else.
 * @param isOverride accepts a document whose check digits are wrong, which a weak printer or a smudge may explain
 */
export const verifyIdentity =
  (reviewer: Reviewer, { policy, isOverride }: Verify): DecideReview =>
  (state) => {
    const problem = reviewProblem(state, reviewer) ?? documentsProblem(state, reviewer.nowMs)
    if (problem !== null) return Result.fail(problem)
    const causes = secondReviewCauses(state)
    if (causes.includes("digits") && !isOverride) return Result.fail(new ReviewRefused({ problem: "digits" }))
    const { by, nowMs } = reviewer
    const { approvedBy, level } = state
    const ids = { checkId: state.checkId, personId: state.personId }
    if (approvedBy === by) return Result.fail(new ReviewRefused({ problem: "same" }))
    if (causes.length > 0 && approvedBy === null)
      return Result.succeed([ApprovalGiven.make({ ...ids, by, causes, givenAt: formatIso(nowMs) })])
    const shredAt = shredAtAfterDecision(policy, nowMs)
    const until = untilOf(state, nowMs)
    const verifiedAt = formatIso(nowMs)
    return Result.succeed([Verified.make({ ...ids, level, until, by, firstBy: approvedBy, shredAt, verifiedAt })])
  }

/** What speaks against verifying: an unread or expired document, or an old proof of address. */
const documentsProblem = (state: CheckState, nowMs: number): ReviewRefused | null => {
  const documents = identityDocuments(state)
  if (!documents.some(({ reading }) => reading !== null)) return new ReviewRefused({ problem: "unread" })
  const isExpired = documents.some(({ reading }) => reading !== null && endOfDay(reading.day) <= nowMs)
  if (isExpired) return new ReviewRefused({ problem: "expired" })
  if (state.level < 3) return null
  const [proof] = presentDocuments(state).filter(({ kind }) => kind === "proofOfAddress")
  const issuedMs = proof?.reading == null ? null : readDay(proof.reading.day)
  if (issuedMs === null) return new ReviewRefused({ problem: "unread" })
  return issuedMs > nowMs || issuedMs < nowMs - PROOF_DAYS_MAX * DAY_MS ? new ReviewRefused({ problem: "proof" }) : null
}

/** A document is valid until the end of its last day, everywhere on earth. */
const endOfDay = (day: string): number => (readDay(day) ?? 0) + DAY_MS + DAY_MS / 2

const untilOf = (state: CheckState, nowMs: number): string => {
  const ends = identityDocuments(state).flatMap(({ reading }) => (reading === null ? [] : [endOfDay(reading.day)]))
  return formatIso(Math.min(Date.parse(addYears(nowMs, VERIFIED_YEARS_MAX)), ...ends))
}

type Resubmission = { readonly docId: string | null; readonly reason: ResubmissionReason }

/** Asks for other images, with reasons that the person reads. */
export const askResubmission =
  (
    reviewer: Reviewer,
    reasons: ReadonlyArray<Resubmission>,
    note: string,
  ): Decide<CheckState, CheckEvent, NoCheck | NotClaimed | ReviewRefused | TooManyAttempts> =>
  (state) => {
    const problem = reviewProblem(state, reviewer) ?? noteProblem(note)
    if (problem !== null) return Result.fail(problem)
    const known = new Set(presentDocuments(state).map(({ docId }) => docId))
    const isFit = reasons.length > 0 && reasons.every(({ docId }) => docId === null || known.has(docId))
    if (!isFit) return Result.fail(new ReviewRefused({ problem: "reasons" }))
    // The person could not submit again.
    if (state.attempts >= ATTEMPTS_MAX) return Result.fail(new TooManyAttempts())
    const { checkId, personId } = state
    const askedAt = formatIso(reviewer.nowMs)
    return Result.succeed([ResubmissionAsked.make({ checkId, personId, reasons, note, by: reviewer.by, askedAt })])
  }

type Rejection = { readonly reason: RejectionReason; readonly note: string; readonly policy: RetentionPolicy }

/** Reasons that speak against the document itself. */
const NUMBERED_REASONS: ReadonlySet<RejectionReason> = new Set(["altered", "notThePerson"])

/** Rejects for good, with a reason that the person reads. */
export const rejectIdentity =
  (reviewer: Reviewer, { reason, note, policy }: Rejection): DecideReview =>
  (state) => {
    const problem = reviewProblem(state, reviewer) ?? noteProblem(note)
    if (problem !== null) return Result.fail(problem)
    // Later checks recognise the document by its number only, which is known once it was read.
    const isUnread = identityDocuments(state).every(({ reading }) => reading === null)
    if (NUMBERED_REASONS.has(reason) && isUnread) return Result.fail(new ReviewRefused({ problem: "unread" }))
    const { checkId, personId } = state
    const { by, nowMs } = reviewer
    const [againAt, shredAt] = [formatIso(nowMs + AGAIN_DAYS * DAY_MS), shredAtAfterDecision(policy, nowMs)]
    return Result.succeed([
      Rejected.make({ checkId, personId, reason, note, by, againAt, shredAt, rejectedAt: formatIso(nowMs) }),
    ])
  }

const noteProblem = (note: string): ReviewRefused | null =>
  [...note].length > NOTE_LENGTH_MAX ? new ReviewRefused({ problem: "note" }) : null

type Revocation = { readonly reason: RevocationReason; readonly policy: RetentionPolicy }

/** Takes a verified identity back. One person may do that at once; only a new check gives it again. */
export const revokeIdentity =
  (reviewer: Reviewer, { reason, policy }: Revocation): Decide<CheckState, CheckEvent, NoCheck | ReviewRefused> =>
  (state) => {
    if (state.phase === "revoked") return Result.succeed([])
    if (state.phase !== "verified") return Result.fail(new NoCheck())
    if (isOwn(state, reviewer)) return Result.fail(new ReviewRefused({ problem: "self" }))
    const { checkId, personId } = state
    const { by, nowMs } = reviewer
    const shredAt = shredAtAfterDecision(policy, nowMs)
    return Result.succeed([Revoked.make({ checkId, personId, reason, by, shredAt, revokedAt: formatIso(nowMs) })])
  }
