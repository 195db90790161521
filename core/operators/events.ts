import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { OPERATOR_ROLES } from "./permissions.ts"

/** Events of operators. Times are ISO 8601 in UTC; `by` is the actor, such as `operator:<id>`. */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const Role = Schema.Literals(OPERATOR_ROLES)
const operator = { operatorId: Schema.String }

/** Somebody was invited to become an operator. */
export const OperatorInvited = Schema.TaggedStruct("operators.OperatorInvited.v1", {
  ...operator,
  name: Personal,
  roles: Schema.Array(Role),
  /** SHA-256 of the code in the link, base64url. */
  codeDigest: Schema.String,
  expiresAt: Time,
  by: Schema.String,
  invitedAt: Time,
})
/** The invitation was accepted with a first passkey. */
export const OperatorJoined = Schema.TaggedStruct("operators.OperatorJoined.v1", { ...operator, joinedAt: Time })
/** The owner of the machine asks for a role. Two key holders grant it, or nobody refuses it for three days. */
export const RoleProposed = Schema.TaggedStruct("operators.RoleProposed.v1", {
  ...operator,
  role: Role,
  by: Schema.String,
  proposedAt: Time,
})
/** One key holder said no. */
export const RoleProposalRefused = Schema.TaggedStruct("operators.RoleProposalRefused.v1", {
  ...operator,
  role: Role,
  by: Schema.String,
  refusedAt: Time,
})
export const RoleGranted = Schema.TaggedStruct("operators.RoleGranted.v1", {
  ...operator,
  role: Role,
  by: Schema.String,
  grantedAt: Time,
})
export const RoleRevoked = Schema.TaggedStruct("operators.RoleRevoked.v1", {
  ...operator,
  role: Role,
  by: Schema.String,
  revokedAt: Time,
})
/** The operator can do nothing until they are restored. */
export const OperatorSuspended = Schema.TaggedStruct("operators.OperatorSuspended.v1", {
  ...operator,
  reason: Schema.String,
  by: Schema.String,
  suspendedAt: Time,
})
export const OperatorRestored = Schema.TaggedStruct("operators.OperatorRestored.v1", {
  ...operator,
  by: Schema.String,
  restoredAt: Time,
})
/** The operator is also a member: decisions about that account are not theirs. */
export const OperatorLinked = Schema.TaggedStruct("operators.OperatorLinked.v1", {
  ...operator,
  personId: Schema.String,
  by: Schema.String,
  linkedAt: Time,
})

/** An operator took emergency permissions for a while, alone. */
export const BreakGlassOpened = Schema.TaggedStruct("operators.BreakGlassOpened.v1", {
  ...operator,
  reason: Schema.String,
  openedAt: Time,
  endsAt: Time,
})
/** It was ended before its time. */
export const BreakGlassEnded = Schema.TaggedStruct("operators.BreakGlassEnded.v1", {
  ...operator,
  by: Schema.String,
  endedAt: Time,
})
/** Somebody else looked at what was done. Before that it cannot be opened again. */
export const BreakGlassReviewed = Schema.TaggedStruct("operators.BreakGlassReviewed.v1", {
  ...operator,
  note: Schema.String,
  by: Schema.String,
  reviewedAt: Time,
})

const passkey = { ...operator, passkeyId: Schema.String }
export const OperatorPasskeyAdded = Schema.TaggedStruct("operators.PasskeyAdded.v1", {
  ...passkey,
  /** Credential id and COSE key, base64url. */
  credentialId: Schema.String,
  publicKey: Schema.String,
  /** Signature counter of the authenticator; many always report 0. */
  counter: Schema.Int,
  transports: Schema.Array(Schema.String),
  name: Personal,
  addedAt: Time,
})
export const OperatorPasskeyRemoved = Schema.TaggedStruct("operators.PasskeyRemoved.v1", {
  ...passkey,
  removedAt: Time,
})
/**
 * A signature of the passkey was accepted: a sign-in, at the console or for a terminal, the approval of an operation, or
 * a look at personal data.
 */
export const OperatorPasskeyUsed = Schema.TaggedStruct("operators.PasskeyUsed.v1", {
  ...passkey,
  counter: Schema.Int,
  purpose: Schema.Literals(["sign-in", "terminal", "approval", "look"]),
  usedAt: Time,
})
/** Somebody could not sign in at the console. */
export const SignInRefused = Schema.TaggedStruct("operators.SignInRefused.v1", {
  /** The operator that the passkey named; null if it is no operator. */
  operatorId: Schema.NullOr(Schema.String),
  refusedAt: Time,
})

/** Events of the stream with all operators: who they are and what they may do. */
export const TeamEvent = Schema.Union([
  OperatorInvited,
  OperatorJoined,
  RoleProposed,
  RoleProposalRefused,
  RoleGranted,
  RoleRevoked,
  OperatorSuspended,
  OperatorRestored,
  OperatorLinked,
  BreakGlassOpened,
  BreakGlassEnded,
  BreakGlassReviewed,
]).pipe(Schema.toTaggedUnion("_tag"))
export type TeamEvent = typeof TeamEvent.Type
export const TeamEvents = makeEventFamily(TeamEvent, {
  sealed: { "operators.OperatorInvited.v1": { subject: "operatorId", fields: ["name"] } },
})

/** Events of one operator's passkeys. */
export const OperatorKeyEvent = Schema.Union([OperatorPasskeyAdded, OperatorPasskeyRemoved, OperatorPasskeyUsed]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type OperatorKeyEvent = typeof OperatorKeyEvent.Type
export const OperatorKeyEvents = makeEventFamily(OperatorKeyEvent, {
  sealed: { "operators.PasskeyAdded.v1": { subject: "operatorId", fields: ["name"] } },
})

/** Refused sign-ins of one day. */
export const RefusedSignInEvent = Schema.Union([SignInRefused]).pipe(Schema.toTaggedUnion("_tag"))
export type RefusedSignInEvent = typeof RefusedSignInEvent.Type
export const RefusedSignInEvents = makeEventFamily(RefusedSignInEvent)
