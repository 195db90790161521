import { Effect } from "effect"
import { makeOperation, type Parameter } from "#core/operations"
import { type Author, OPERATOR_ROLES, type OperatorRole, Operators } from "#core/operators"
import { cannotPlan, personCode, planPerson, reason, step } from "./parts.ts"

const operator = { kind: "text", lengthMax: 36 } as const satisfies Parameter
const role = { kind: "choice", options: OPERATOR_ROLES } as const satisfies Parameter

const authorOf = (by: string): Author => ({ kind: "operator", id: by.replace(/^operator:/, "") })

/** The name of an operator, for plans. */
const planOperator = Effect.fn("planOperator")(function* (operatorId: string) {
  const found = yield* Operators.use((operators) => operators.find(operatorId))
  if (found === null) return yield* Effect.fail(cannotPlan("noOperator"))
  return { personIds: found.personIds, name: found.name }
})

const grantRole = makeOperation({
  name: "operators.grantRole",
  permission: "operators.manage",
  approvals: 2,
  parameters: { operator, role },
  plan: ({ operator: id, role: granted }) =>
    Effect.map(planOperator(id), ({ name }) => ({
      ...{ personIds: [], operatorIds: [id] },
      steps: [step("grantRole", { name, role: granted })],
    })),
  execute: ({ operator: id, role: granted }, by) =>
    Operators.use((operators) => operators.grant(id, granted as OperatorRole, authorOf(by))),
  undo: (parameters) => ({ name: "operators.revokeRole", parameters }),
})

const refuseRole = makeOperation({
  name: "operators.refuseRole",
  permission: "operators.manage",
  approvals: 1,
  parameters: { operator, role },
  plan: Effect.fn("refuseRole.plan")(function* ({ operator: id, role: refused }) {
    const { name } = yield* planOperator(id)
    const found = yield* Operators.use((operators) => operators.find(id))
    if (found?.proposals.has(refused as OperatorRole) !== true) return yield* Effect.fail(cannotPlan("noProposal"))
    return { personIds: [], steps: [step("refuseRole", { name, role: refused })] }
  }),
  execute: ({ operator: id, role: refused }, by) =>
    Operators.use((operators) => operators.refuse(id, refused as OperatorRole, authorOf(by))),
})

const revokeRole = makeOperation({
  name: "operators.revokeRole",
  permission: "operators.manage",
  approvals: 1,
  parameters: { operator, role },
  plan: ({ operator: id, role: revoked }) =>
    Effect.map(planOperator(id), ({ name }) => ({
      personIds: [],
      steps: [step("revokeRole", { name, role: revoked }), step("endSessions", { name })],
    })),
  execute: ({ operator: id, role: revoked }, by) =>
    Operators.use((operators) => operators.revoke(id, revoked as OperatorRole, authorOf(by))),
  undo: (parameters) => ({ name: "operators.grantRole", parameters }),
})

const suspend = makeOperation({
  name: "operators.suspend",
  permission: "operators.suspend",
  approvals: 1,
  parameters: { operator, reason },
  plan: ({ operator: id, reason: why }) =>
    Effect.map(planOperator(id), ({ name }) => ({
      personIds: [],
      steps: [step("suspendOperator", { name, reason: why }), step("endSessions", { name })],
    })),
  execute: ({ operator: id, reason: why }, by) =>
    Operators.use((operators) => operators.suspend(id, why, authorOf(by))),
  undo: ({ operator: id }) => ({ name: "operators.restore", parameters: { operator: id } }),
})

const restore = makeOperation({
  name: "operators.restore",
  permission: "operators.suspend",
  approvals: 2,
  parameters: { operator },
  plan: ({ operator: id }) =>
    Effect.map(planOperator(id), ({ name }) => ({
      ...{ personIds: [], operatorIds: [id] },
      steps: [step("restoreOperator", { name })],
    })),
  execute: ({ operator: id }, by) => Operators.use((operators) => operators.restore(id, authorOf(by))),
  undo: ({ operator: id }) => ({ name: "operators.suspend", parameters: { operator: id } }),
})

const link = makeOperation({
  name: "operators.link",
  permission: "operators.manage",
  approvals: 1,
  parameters: { operator, person: personCode },
  plan: ({ operator: id, person }) =>
    Effect.gen(function* () {
      const [{ name }, { userCode }] = [yield* planOperator(id), yield* planPerson(person)]
      return { personIds: [], steps: [step("linkOperator", { name, person: userCode })] }
    }),
  execute: ({ operator: id, person }, by) =>
    Effect.flatMap(planPerson(person), ({ personId }) =>
      Operators.use((operators) => operators.link(id, personId, authorOf(by))),
    ),
})

const REASON_LENGTH_MIN = 10

const openGlass = makeOperation({
  name: "operators.openGlass",
  permission: "overview.read",
  approvals: 1,
  parameters: { operator, reason },
  plan: Effect.fn("openGlass.plan")(function* ({ operator: id, reason: why }) {
    const { name } = yield* planOperator(id)
    const found = yield* Operators.use((operators) => operators.find(id))
    if (found !== null && found.glass !== null) return yield* Effect.fail(cannotPlan("unreviewed"))
    if (why.length < REASON_LENGTH_MIN) return yield* Effect.fail(cannotPlan("shortReason"))
    return { personIds: [], steps: [step("openGlass", { name, reason: why }), step("glassIsReviewed")] }
  }),
  execute: ({ operator: id, reason: why }, by) =>
    Operators.use((operators) => operators.openGlass(id, why, authorOf(by))),
  undo: ({ operator: id }) => ({ name: "operators.endGlass", parameters: { operator: id } }),
})

const endGlass = makeOperation({
  name: "operators.endGlass",
  permission: "overview.read",
  approvals: 1,
  parameters: { operator },
  plan: ({ operator: id }) =>
    Effect.map(planOperator(id), ({ name }) => ({ personIds: [], steps: [step("endGlass", { name })] })),
  execute: ({ operator: id }, by) => Operators.use((operators) => operators.endGlass(id, authorOf(by))),
})

const reviewGlass = makeOperation({
  name: "operators.reviewGlass",
  permission: "audit.read",
  approvals: 1,
  parameters: { operator, note: reason },
  plan: Effect.fn("reviewGlass.plan")(function* ({ operator: id, note }) {
    const { name } = yield* planOperator(id)
    return { ...{ personIds: [], operatorIds: [id] }, steps: [step("reviewGlass", { name, note })] }
  }),
  execute: ({ operator: id, note }, by) => Operators.use((operators) => operators.reviewGlass(id, note, authorOf(by))),
})

export const operatorOperations = [
  grantRole,
  refuseRole,
  revokeRole,
  suspend,
  restore,
  link,
  openGlass,
  endGlass,
  reviewGlass,
] as const
