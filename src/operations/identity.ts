import { Effect } from "effect"
import {
  NOTE_LENGTH_MAX,
  REASON_LENGTH_MIN,
  REJECTION_REASONS,
  RESUBMISSION_REASONS,
  RETENTION_POLICIES,
  REVOCATION_REASONS,
  type RejectionReason,
  type ResubmissionReason,
  type RetentionPolicy,
  type RevocationReason,
} from "#contract/identity"
import { IdentityReviews } from "#core/identity"
import { makeOperation, type Parameter } from "#core/operations"
import { searchChecks } from "#projections/identity"
import { cannotPlan, reason, step } from "./parts.ts"

// Inputs stay in the log longer than a check. What says something about its person is private, and is erased with the check.
const check = { kind: "text", lengthMax: 36 } as const satisfies Parameter
const document = { kind: "text", lengthMax: 36, isOptional: true } as const satisfies Parameter
const resubmitReasons = { kind: "choices", options: RESUBMISSION_REASONS } as const satisfies Parameter
const rejectReason = { kind: "choice", options: REJECTION_REASONS } as const satisfies Parameter
const revokeReason = { kind: "choice", options: REVOCATION_REASONS } as const satisfies Parameter
const reviewNote = {
  kind: "text",
  lengthMax: NOTE_LENGTH_MAX,
  isOptional: true,
  isPrivate: true,
} as const satisfies Parameter
const wrongDigits = { kind: "choice", options: ["refuse", "accept"] } as const satisfies Parameter
const retention = { kind: "choice", options: RETENTION_POLICIES } as const satisfies Parameter

type Reviews = (typeof IdentityReviews)["Service"]
type Refused = { readonly _tag: string; readonly problem?: string }

/** The check, read from the log, and the texts of its plans. */
const planCheck = Effect.fn("planCheck")(function* (checkId: string, phases: ReadonlyArray<string>) {
  const found = yield* IdentityReviews.use((reviews) => reviews.find(checkId))
  if (found === null) return yield* Effect.fail(cannotPlan("noCheck"))
  if (!phases.includes(found.phase ?? "")) return yield* Effect.fail(cannotPlan("checkPhase"))
  const [row] = yield* searchChecks(checkId)
  return {
    ...{ found, personIds: [found.personId] },
    values: { person: row?.userCode ?? "–", level: String(found.level) },
  }
})

/** Runs a review; a refusal names its problem, as the key of a text. */
const review = <A, E extends Refused>(work: (reviews: Reviews) => Effect.Effect<A, E>) =>
  IdentityReviews.use(work).pipe(
    Effect.mapError(({ _tag, problem }) => ({ _tag: problem === undefined ? _tag : `${_tag}.${problem}` })),
  )

const PENDING = ["pending"]
const DECIDED = ["verified", "rejected", "revoked", "expired", "withdrawn", "closed"]
const ALL = [...PENDING, ...DECIDED, "draft", "resubmission"]

const planSimple = (key: string, phases: ReadonlyArray<string>) => (given: { readonly check: string }) =>
  Effect.map(planCheck(given.check, phases), ({ personIds, values }) => ({ personIds, steps: [step(key, values)] }))

const claim = makeOperation({
  name: "identity.claim",
  permission: "identity.review",
  // It ends by itself after 15 minutes.
  approvals: 0,
  parameters: { check },
  plan: planSimple("claimCheck", PENDING),
  execute: ({ check: id }, by) => review((reviews) => reviews.claim(id, by)),
  undo: ({ check: id }) => ({ name: "identity.release", parameters: { check: id } }),
})

const release = makeOperation({
  name: "identity.release",
  permission: "identity.review",
  approvals: 0,
  parameters: { check },
  plan: planSimple("releaseCheck", PENDING),
  execute: ({ check: id }, by) => review((reviews) => reviews.release(id, by)),
  undo: ({ check: id }) => ({ name: "identity.claim", parameters: { check: id } }),
})

const verify = makeOperation({
  name: "identity.verify",
  permission: "identity.review",
  // The check itself counts reviewers where it needs two, such as for level 3.
  approvals: 1,
  parameters: { check, wrongDigits },
  plan: ({ check: id, wrongDigits: digits }) =>
    Effect.map(planCheck(id, PENDING), ({ found, personIds, values }) => ({
      personIds,
      steps: [
        step(found.causes.length > 0 && found.approvedBy === null ? "approveCheckFirst" : "verifyCheck", values),
        ...(digits === "accept" && found.causes.includes("digits") ? [step("acceptDigits")] : []),
      ],
    })),
  execute: ({ check: id, wrongDigits: digits }, by) => review((reviews) => reviews.verify(id, by, digits === "accept")),
  undo: ({ check: id }) => ({ name: "identity.revoke", parameters: { check: id } }),
})

const askResubmission = makeOperation({
  name: "identity.askResubmission",
  permission: "identity.review",
  approvals: 1,
  parameters: { check, document, resubmitReasons, reviewNote },
  plan: ({ check: id, resubmitReasons: reasons }) =>
    Effect.map(planCheck(id, PENDING), ({ personIds, values }) => ({
      personIds,
      subjectId: id,
      steps: [step("askResubmission", { ...values, resubmitReasons: reasons })],
    })),
  execute: ({ check: id, document: docId, resubmitReasons: reasons, reviewNote: note }, by) =>
    review((reviews) =>
      reviews.askResubmission(id, by, {
        reasons: reasons
          .split(",")
          .map((each) => ({ docId: docId === "" ? null : docId, reason: each as ResubmissionReason })),
        note,
      }),
    ),
})

const reject = makeOperation({
  name: "identity.reject",
  permission: "identity.review",
  approvals: 1,
  parameters: { check, rejectReason, reviewNote },
  plan: ({ check: id, rejectReason: why }) =>
    Effect.map(planCheck(id, PENDING), ({ personIds, values }) => ({
      personIds,
      subjectId: id,
      steps: [step("rejectCheck", { ...values, rejectReason: why })],
    })),
  execute: ({ check: id, rejectReason: why, reviewNote: note }, by) =>
    review((reviews) => reviews.reject(id, by, { reason: why as RejectionReason, note })),
})

const revoke = makeOperation({
  name: "identity.revoke",
  permission: "identity.review",
  approvals: 1,
  parameters: { check, revokeReason },
  plan: ({ check: id, revokeReason: why }) =>
    Effect.map(planCheck(id, ["verified"]), ({ personIds, values }) => ({
      personIds,
      steps: [step("revokeCheck", { ...values, revokeReason: why })],
    })),
  execute: ({ check: id, revokeReason: why }, by) =>
    review((reviews) => reviews.revoke(id, by, why as RevocationReason)),
})

const preserve = makeOperation({
  name: "identity.preserve",
  permission: "identity.review",
  approvals: 1,
  parameters: { check, reason },
  plan: ({ check: id, reason: why }) =>
    Effect.gen(function* () {
      const { personIds, values } = yield* planCheck(id, ALL)
      if ([...why].length < REASON_LENGTH_MIN) return yield* Effect.fail(cannotPlan("shortReason"))
      return { personIds, steps: [step("preserveCheck", { ...values, reason: why })] }
    }),
  execute: ({ check: id, reason: why }, by) => review((reviews) => reviews.preserve(id, by, why)),
  undo: ({ check: id }) => ({ name: "identity.lift", parameters: { check: id } }),
})

const lift = makeOperation({
  name: "identity.lift",
  permission: "identity.review",
  // What is overdue is destroyed at once.
  approvals: 2,
  parameters: { check },
  plan: ({ check: id }) =>
    Effect.gen(function* () {
      const { found, personIds, values } = yield* planCheck(id, ALL)
      if (!found.isPreserved) return yield* Effect.fail(cannotPlan("notPreserved"))
      return { personIds, steps: [step("liftPreservation", values)] }
    }),
  execute: ({ check: id }, by) => review((reviews) => reviews.lift(id, by)),
  undo: ({ check: id }) => ({ name: "identity.preserve", parameters: { check: id } }),
})

const shred = makeOperation({
  name: "identity.shred",
  permission: "identity.review",
  approvals: 2,
  parameters: { check },
  plan: ({ check: id }) =>
    Effect.gen(function* () {
      const { found, personIds, values } = yield* planCheck(id, DECIDED)
      if (found.isPreserved) return yield* Effect.fail(cannotPlan("preserved"))
      return { personIds, steps: [step("shredCheck", values)] }
    }),
  execute: ({ check: id }, by) => review((reviews) => reviews.shred(id, by)),
})

const setRetention = makeOperation({
  name: "identity.setRetention",
  permission: "identity.review",
  approvals: 2,
  parameters: { retention },
  plan: ({ retention: next }) =>
    Effect.gen(function* () {
      const current = yield* IdentityReviews.use(({ policy }) => policy)
      if (current === next) return yield* Effect.fail(cannotPlan("sameRetention"))
      return { personIds: [], steps: [step("setRetention", { retention: next })] }
    }),
  execute: ({ retention: next }, by) => review((reviews) => reviews.setRetention(next as RetentionPolicy, by)),
})

export const identityOperations = [
  ...[claim, release, verify, askResubmission, reject, revoke],
  ...[preserve, lift, shred, setRetention],
] as const
