import { Effect } from "effect"
import { APPLICATION_STATUS, REJECTION_REASONS, REVIEW_NOTE_LENGTH_MAX, type RejectionReason } from "#contract/channels"
import { Applications } from "#core/channels"
import { makeOperation } from "#core/operations"
import { findApplication } from "#projections/channels"
import { cannotPlan, personCode, personIdOf, planPerson, step } from "./parts.ts"

const OPEN: ReadonlyArray<number> = [APPLICATION_STATUS.submitted, APPLICATION_STATUS.inReview]

/** The applicant, whose application waits for a decision. */
const planApplicant = Effect.fn("planApplicant")(function* (code: string, statuses: ReadonlyArray<number>) {
  const person = yield* planPerson(code)
  const application = yield* findApplication(person.personId)
  if (application === null || !statuses.includes(application.requestStatusId))
    return yield* Effect.fail(cannotPlan("noApplication", { person: person.userCode }))
  const { personId } = person
  return { personId, personIds: [personId], name: person.userCode, channel: application.subject }
})

const startReview = makeOperation({
  name: "channels.startReview",
  permission: "applications.decide",
  approvals: 1,
  parameters: { person: personCode },
  plan: ({ person }) =>
    Effect.map(planApplicant(person, [APPLICATION_STATUS.submitted]), ({ personIds, name }) => ({
      personIds,
      steps: [step("startReview", { name })],
    })),
  execute: ({ person }, by) =>
    Effect.flatMap(personIdOf(person), (personId) => Applications.use((service) => service.startReview(personId, by))),
})

const approveApplication = makeOperation({
  name: "channels.approveApplication",
  permission: "applications.decide",
  approvals: 1,
  parameters: { person: personCode },
  plan: ({ person }) =>
    Effect.map(planApplicant(person, OPEN), ({ personIds, name, channel }) => ({
      personIds,
      steps: [
        step("approveApplication", { name }),
        step("openChannel", { channel }),
        step("notifyApplicant", { name }),
      ],
    })),
  execute: ({ person }, by) =>
    Effect.flatMap(personIdOf(person), (personId) => Applications.use((service) => service.approve(personId, by))),
})

const rejectApplication = makeOperation({
  name: "channels.rejectApplication",
  permission: "applications.decide",
  approvals: 1,
  parameters: {
    person: personCode,
    reason: { kind: "choice", options: REJECTION_REASONS },
    note: { kind: "text", lengthMax: REVIEW_NOTE_LENGTH_MAX, isOptional: true, isPrivate: true },
  },
  plan: ({ person, reason }) =>
    Effect.map(planApplicant(person, OPEN), ({ personIds, personId, name }) => ({
      personIds,
      subjectId: personId,
      steps: [step("rejectApplication", { name, reason }), step("notifyApplicant", { name })],
    })),
  execute: ({ person, reason, note }, by) =>
    Effect.flatMap(personIdOf(person), (personId) =>
      Applications.use((service) => service.reject(personId, by, reason as RejectionReason, note)),
    ),
})

export const channelOperations = [startReview, approveApplication, rejectApplication] as const
