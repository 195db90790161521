import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Events of operations at the console. Times are ISO 8601 in UTC. */
const Time = Schema.String
const operation = { operationId: Schema.String }

/** A step of a plan: the key of a text and its values. */
export const PlanStep = Schema.Struct({ key: Schema.String, values: Schema.Record(Schema.String, Schema.String) })
export type PlanStep = typeof PlanStep.Type

/** An operator requested an operation and saw this plan. */
export const OperationPlanned = Schema.TaggedStruct("operations.OperationPlanned.v1", {
  ...operation,
  /** The name in the registry, such as `channels.approveApplication`. */
  name: Schema.String,
  /** Null after an erasure, like the steps. */
  parameters: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  steps: Schema.NullOr(Schema.Array(PlanStep)),
  /** SHA-256 of the plan, base64url; approvals sign it. */
  planHash: Schema.String,
  /** Signatures of different operators that it needs. */
  approvalsNeeded: Schema.Int,
  by: Schema.String,
  plannedAt: Time,
  expiresAt: Time,
})
/** Private inputs of the plan. They are erased with the subject that they are about; the plan keeps their digests. */
export const PrivateInputsGiven = Schema.TaggedStruct("operations.PrivateInputsGiven.v1", {
  ...operation,
  subjectId: Schema.String,
  /** By name, with the salt of the digest. Null after an erasure. */
  inputs: Schema.NullOr(Schema.Record(Schema.String, Schema.Struct({ text: Schema.String, salt: Schema.String }))),
})
/** An operator signed the plan with a passkey. */
export const OperationApproved = Schema.TaggedStruct("operations.OperationApproved.v1", {
  ...operation,
  by: Schema.String,
  passkeyId: Schema.String,
  /** The signed parts of the passkey's answer, base64url: anybody with the public key can verify them. */
  authenticatorData: Schema.String,
  clientData: Schema.String,
  signature: Schema.String,
  approvedAt: Time,
})
/** One operator stopped it for good. */
export const OperationRejected = Schema.TaggedStruct("operations.OperationRejected.v1", {
  ...operation,
  by: Schema.String,
  reason: Schema.String,
  rejectedAt: Time,
})
export const OperationStarted = Schema.TaggedStruct("operations.OperationStarted.v1", {
  ...operation,
  by: Schema.String,
  startedAt: Time,
})
export const OperationCompleted = Schema.TaggedStruct("operations.OperationCompleted.v1", {
  ...operation,
  completedAt: Time,
})
/** It was refused when it ran, and changed nothing. */
export const OperationFailed = Schema.TaggedStruct("operations.OperationFailed.v1", {
  ...operation,
  /** The key of a text. */
  reason: Schema.String,
  failedAt: Time,
})

export const OperationEvent = Schema.Union([
  OperationPlanned,
  PrivateInputsGiven,
  OperationApproved,
  OperationRejected,
  OperationStarted,
  OperationCompleted,
  OperationFailed,
]).pipe(Schema.toTaggedUnion("_tag"))
export type OperationEvent = typeof OperationEvent.Type

export const OperationEvents = makeEventFamily(OperationEvent, {
  sealed: {
    "operations.OperationPlanned.v1": { subject: "operationId", fields: ["parameters", "steps"] },
    "operations.PrivateInputsGiven.v1": { subject: "subjectId", fields: ["inputs"] },
  },
})
