import { Result } from "effect"
import { formatIso } from "#core/kernel"
import {
  OperatorInvited,
  OperatorJoined,
  OperatorLinked,
  OperatorRestored,
  OperatorSuspended,
  RoleGranted,
  RoleProposalRefused,
  RoleProposed,
  RoleRevoked,
  type TeamEvent,
} from "./events.ts"
import { APART, type HeldRole, type OperatorRole, permissionsOf } from "./permissions.ts"
import { NoOperator, NotAllowed, NothingToChange } from "./refusals.ts"
import type { Operator, TeamState } from "./Team.ts"

/** An invitation is valid for this time. */
export const INVITATION_MS_MAX = 86_400_000
/**
 * Once there are key holders, a role that the owner of the machine asks for is theirs to grant. If they are all gone, it
 * can be granted without them after this time, in which any of them can refuse it.
 */
export const PROPOSAL_MS_MIN = 3 * 86_400_000
/** Key holders that must remain, so that one who is ill or gone locks nobody out. */
export const KEY_HOLDERS_MIN = 2

type Decided<Refusal> = Result.Result<ReadonlyArray<TeamEvent>, Refusal>

/** Who changes the team: the owner of the machine, at the command line, or an operator at the console. */
export type Author =
  | { readonly kind: "machine"; readonly name: string }
  | { readonly kind: "operator"; readonly id: string }

export const actorOf = (author: Author): string => `operator:${author.kind === "machine" ? author.name : author.id}`

/**
 * Invites somebody. Only the owner of the machine can: an operator appoints nobody alone. Once there are key holders, the
 * roles are proposals.
 */
export const inviteOperator =
  (invitation: {
    readonly operatorId: string
    readonly name: string
    readonly roles: ReadonlyArray<OperatorRole>
    readonly codeDigest: string
    readonly by: string
    readonly nowMs: number
  }) =>
  (state: TeamState): Decided<NotAllowed> => {
    const { nowMs, ...rest } = invitation
    const { operatorId, by, roles } = rest
    if (areApart(roles)) return Result.fail(new NotAllowed({ problem: "apart" }))
    const [invitedAt, expiresAt] = [formatIso(nowMs), formatIso(nowMs + INVITATION_MS_MAX)]
    if (!hasKeyHolders(state)) return Result.succeed([OperatorInvited.make({ ...rest, invitedAt, expiresAt })])
    return Result.succeed([
      OperatorInvited.make({ ...rest, roles: [], invitedAt, expiresAt }),
      ...roles.map((role) => RoleProposed.make({ operatorId, role, by, proposedAt: invitedAt })),
    ])
  }

/** Accepts the invitation with this code. */
export const joinTeam =
  ({
    operatorId,
    codeDigest,
    nowMs,
  }: {
    readonly operatorId: string
    readonly codeDigest: string
    readonly nowMs: number
  }) =>
  (state: TeamState): Decided<NoOperator> => {
    const invitation = state.get(operatorId)?.invitation
    const isOpen = invitation?.codeDigest === codeDigest && nowMs < invitation.expiresMs
    return isOpen
      ? Result.succeed([OperatorJoined.make({ operatorId, joinedAt: formatIso(nowMs) })])
      : Result.fail(new NoOperator({}))
  }

type RoleChange = {
  readonly operatorId: string
  readonly role: OperatorRole
  readonly author: Author
  readonly nowMs: number
}

/**
 * Grants a role. Nobody grants anything to themselves, nor more than they hold, except what the owner of the machine
 * proposed. That one grants roles to the first operators, and afterwards only proposes them.
 */
export const grantRole =
  ({ operatorId, role, author, nowMs }: RoleChange) =>
  (state: TeamState): Decided<NoOperator | NotAllowed | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (operator.roles.includes(role)) return Result.fail(new NothingToChange({}))
    if (areApart([...operator.roles, role])) return Result.fail(new NotAllowed({ problem: "apart" }))
    if (author.kind === "machine" && hasKeyHolders(state)) {
      const proposedMs = operator.proposals.get(role)
      if (proposedMs === undefined)
        return Result.succeed([
          RoleProposed.make({ operatorId, role, by: actorOf(author), proposedAt: formatIso(nowMs) }),
        ])
      if (nowMs < proposedMs + PROPOSAL_MS_MIN) return Result.fail(new NotAllowed({ problem: "proposed" }))
    }
    const problem = author.kind === "machine" ? null : problemOfGrant(state.get(author.id), operator, role)
    if (problem !== null) return Result.fail(new NotAllowed({ problem }))
    return Result.succeed([RoleGranted.make({ operatorId, role, by: actorOf(author), grantedAt: formatIso(nowMs) })])
  }

/** One key holder is enough to refuse what the owner of the machine proposed. */
export const refuseProposal =
  ({ operatorId, role, author, nowMs }: RoleChange) =>
  (state: TeamState): Decided<NoOperator | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (!operator.proposals.has(role)) return Result.fail(new NothingToChange({}))
    return Result.succeed([
      RoleProposalRefused.make({ operatorId, role, by: actorOf(author), refusedAt: formatIso(nowMs) }),
    ])
  }

const problemOfGrant = (granter: Operator | undefined, operator: Operator, role: OperatorRole) => {
  if (granter?.operatorId === operator.operatorId) return "oneself"
  if (operator.proposals.has(role)) return null
  const [own, granted] = [permissionsOf(granter?.roles ?? []), permissionsOf([role])]
  return [...granted].every((permission) => own.has(permission)) ? null : "beyondOwn"
}

/** Revokes a role; the last key holders keep theirs. */
export const revokeRole =
  ({ operatorId, role, author, nowMs }: RoleChange) =>
  (state: TeamState): Decided<NoOperator | NotAllowed | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (!operator.roles.includes(role)) return Result.fail(new NothingToChange({}))
    if (author.kind === "operator" && author.id === operatorId)
      return Result.fail(new NotAllowed({ problem: "oneself" }))
    if (role === "keyHolder" && leavesTooFew(state, operatorId))
      return Result.fail(new NotAllowed({ problem: "lastKeyHolders" }))
    return Result.succeed([RoleRevoked.make({ operatorId, role, by: actorOf(author), revokedAt: formatIso(nowMs) })])
  }

type Suspension = { readonly operatorId: string; readonly author: Author; readonly nowMs: number }

/** Suspends an operator at once. One operator is enough for it; restoring takes two. */
export const suspendOperator =
  ({ operatorId, author, reason, nowMs }: Suspension & { readonly reason: string }) =>
  (state: TeamState): Decided<NoOperator | NotAllowed | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (operator.status === "suspended") return Result.fail(new NothingToChange({}))
    if (author.kind === "operator" && author.id === operatorId)
      return Result.fail(new NotAllowed({ problem: "oneself" }))
    if (author.kind === "operator" && leavesTooFew(state, operatorId))
      return Result.fail(new NotAllowed({ problem: "lastKeyHolders" }))
    const by = actorOf(author)
    return Result.succeed([OperatorSuspended.make({ operatorId, reason, by, suspendedAt: formatIso(nowMs) })])
  }

export const restoreOperator =
  ({ operatorId, author, nowMs }: Suspension) =>
  (state: TeamState): Decided<NoOperator | NotAllowed | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (operator.status !== "suspended") return Result.fail(new NothingToChange({}))
    if (author.kind === "operator" && author.id === operatorId)
      return Result.fail(new NotAllowed({ problem: "oneself" }))
    // Two operators let somebody in again, so the owner of the machine alone does not.
    if (author.kind === "machine" && hasKeyHolders(state)) return Result.fail(new NotAllowed({ problem: "console" }))
    return Result.succeed([OperatorRestored.make({ operatorId, by: actorOf(author), restoredAt: formatIso(nowMs) })])
  }

/** Notes that an operator is also this member, so that they decide nothing about that account. */
export const linkOperator =
  ({ operatorId, personId, author, nowMs }: Suspension & { readonly personId: string }) =>
  (state: TeamState): Decided<NoOperator | NothingToChange> => {
    const operator = state.get(operatorId)
    if (operator === undefined) return Result.fail(new NoOperator({}))
    if (operator.personIds.includes(personId)) return Result.fail(new NothingToChange({}))
    return Result.succeed([
      OperatorLinked.make({ operatorId, personId, by: actorOf(author), linkedAt: formatIso(nowMs) }),
    ])
  }

const areApart = (roles: ReadonlyArray<HeldRole>): boolean =>
  APART.some((pair) => pair.every((role) => roles.includes(role)))

/**
 * Whether there have been key holders. Suspended ones count, so that the owner of the machine gains nothing by suspending
 * them.
 */
const hasKeyHolders = (state: TeamState): boolean =>
  [...state.values()].filter(({ status, roles }) => status !== "invited" && roles.includes("keyHolder")).length >=
  KEY_HOLDERS_MIN

/** Whether too few key holders would remain without this operator. */
const leavesTooFew = (state: TeamState, operatorId: string): boolean => {
  if (state.get(operatorId)?.roles.includes("keyHolder") !== true) return false
  const others = [...state.values()].filter(
    (each) => each.operatorId !== operatorId && each.status === "active" && each.roles.includes("keyHolder"),
  )
  return others.length < KEY_HOLDERS_MIN
}
