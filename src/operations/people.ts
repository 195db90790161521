import { Effect } from "effect"
import { Sessions } from "#core/accounts"
import { makeOperation } from "#core/operations"
import { AccountClosing } from "#core/wallet"
import { hasPendingDeposits } from "#projections/wallet"
import { cannotPlan, personCode, personIdOf, planPerson, reason, step } from "./parts.ts"

const endSessions = makeOperation({
  name: "people.endSessions",
  permission: "people.freeze",
  approvals: 1,
  parameters: { person: personCode, reason },
  plan: Effect.fn("endSessions.plan")(function* ({ person, reason: why }) {
    const { personId, userCode } = yield* planPerson(person)
    const count = (yield* Sessions.use((sessions) => sessions.list(personId))).length
    if (count === 0) return yield* Effect.fail(cannotPlan("noSessions"))
    return { personIds: [personId], steps: [step("endMemberSessions", { name: userCode, reason: why })] }
  }),
  execute: ({ person }) =>
    Effect.flatMap(personIdOf(person), (personId) => Sessions.use((sessions) => sessions.endAll(personId))),
})

const erase = makeOperation({
  name: "people.erase",
  permission: "people.erase",
  // It cannot be taken back.
  approvals: 2,
  parameters: { person: personCode, reason },
  plan: Effect.fn("erase.plan")(function* ({ person, reason: why }) {
    const { personId, userCode } = yield* planPerson(person)
    const { remainders, isHeld } = yield* AccountClosing.use((closing) => closing.preview(personId))
    if (remainders.length > 0 || isHeld || (yield* hasPendingDeposits(personId)))
      return yield* Effect.fail(cannotPlan("holdsFunds"))
    return { personIds: [personId], steps: [step("eraseMember", { name: userCode, reason: why }), step("isFinal")] }
  }),
  execute: Effect.fn("erase.execute")(function* ({ person }) {
    const personId = yield* personIdOf(person)
    const terms = { hasPendingDeposits: yield* hasPendingDeposits(personId), renounced: [] }
    yield* AccountClosing.use((closing) => closing.close(personId, terms))
  }),
})

export const peopleOperations = [endSessions, erase] as const
