import type { Aggregate } from "#core/kernel"
import { TeamEvent, TeamEvents } from "./events.ts"
import type { HeldRole, OperatorRole } from "./permissions.ts"

/** One operator. */
export type Operator = {
  readonly operatorId: string
  readonly name: string
  readonly roles: ReadonlyArray<HeldRole>
  readonly status: "invited" | "active" | "suspended"
  /** The open invitation; null after it was accepted. */
  readonly invitation: { readonly codeDigest: string; readonly expiresMs: number } | null
  /** Roles requested by the owner of the machine, with the times. */
  readonly proposals: ReadonlyMap<OperatorRole, number>
  /** Emergency permissions that they took last, until somebody reviewed it. */
  readonly glass: { readonly reason: string; readonly openedMs: number; readonly endsMs: number } | null
  /** The member accounts of the same person. */
  readonly personIds: ReadonlyArray<string>
}
export type TeamState = ReadonlyMap<string, Operator>

/** The only id of the stream with all operators: rules such as "two key holders remain" span all of them. */
export const TEAM_ID = "all"

/** All operators, by operator id. */
export const Team: Aggregate<TeamState, TeamEvent> = {
  category: "operators",
  events: TeamEvents,
  initial: new Map(),
  evolve: (state, event) =>
    TeamEvent.match(event, {
      "operators.OperatorInvited.v1": ({ operatorId, name, roles, codeDigest, expiresAt }) =>
        new Map(state).set(operatorId, {
          ...{
            operatorId,
            name: name ?? "",
            roles,
            status: "invited",
            personIds: [],
            proposals: new Map(),
            glass: null,
          },
          invitation: { codeDigest, expiresMs: Date.parse(expiresAt) },
        }),
      "operators.OperatorJoined.v1": ({ operatorId }) =>
        change(state, operatorId, { status: "active", invitation: null }),
      "operators.RoleProposed.v1": ({ operatorId, role, proposedAt }) =>
        change(state, operatorId, {
          proposals: new Map(state.get(operatorId)?.proposals).set(role, Date.parse(proposedAt)),
        }),
      "operators.RoleProposalRefused.v1": ({ operatorId, role }) =>
        change(state, operatorId, { proposals: withoutProposal(state, operatorId, role) }),
      "operators.RoleGranted.v1": ({ operatorId, role }) =>
        change(state, operatorId, {
          roles: [...(state.get(operatorId)?.roles ?? []), role],
          proposals: withoutProposal(state, operatorId, role),
        }),
      "operators.RoleRevoked.v1": ({ operatorId, role }) =>
        change(state, operatorId, { roles: (state.get(operatorId)?.roles ?? []).filter((each) => each !== role) }),
      "operators.OperatorSuspended.v1": ({ operatorId }) =>
        change(state, operatorId, { status: "suspended", invitation: null }),
      "operators.OperatorRestored.v1": ({ operatorId }) => change(state, operatorId, { status: "active" }),
      "operators.BreakGlassOpened.v1": ({ operatorId, reason, openedAt, endsAt }) =>
        change(state, operatorId, {
          glass: { reason, openedMs: Date.parse(openedAt), endsMs: Date.parse(endsAt) },
        }),
      "operators.BreakGlassEnded.v1": ({ operatorId, endedAt }) => {
        const glass = state.get(operatorId)?.glass ?? null
        return change(state, operatorId, { glass: glass && { ...glass, endsMs: Date.parse(endedAt) } })
      },
      "operators.BreakGlassReviewed.v1": ({ operatorId }) => change(state, operatorId, { glass: null }),
      "operators.OperatorLinked.v1": ({ operatorId, personId }) =>
        change(state, operatorId, { personIds: [...(state.get(operatorId)?.personIds ?? []), personId] }),
    }),
}

const change = (state: TeamState, operatorId: string, to: Partial<Operator>): TeamState => {
  const operator = state.get(operatorId)
  return operator === undefined ? state : new Map(state).set(operatorId, { ...operator, ...to })
}

const withoutProposal = (state: TeamState, operatorId: string, role: OperatorRole) =>
  new Map([...(state.get(operatorId)?.proposals ?? [])].filter(([proposed]) => proposed !== role))

/** Whether the operator has emergency permissions now. */
export const isGlassOpen = ({ glass, status }: Pick<Operator, "glass" | "status">, nowMs: number): boolean =>
  status === "active" && glass !== null && nowMs < glass.endsMs

/** The operator with the role that emergency permissions are, while they hold. */
export const withGlass = (operator: Operator, nowMs: number): Operator =>
  isGlassOpen(operator, nowMs) ? { ...operator, roles: [...operator.roles, "breakGlass"] } : operator
