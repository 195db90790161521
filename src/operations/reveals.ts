import { Effect } from "effect"
import { makeOperation, type Parameter } from "#core/operations"
import { Operators } from "#core/operators"
import { Reveals } from "#core/reveals"
import { cannotPlan, reason, step } from "./parts.ts"

const operator = { kind: "text", lengthMax: 36 } as const satisfies Parameter

/** The second person after 30 reveals within an hour. */
const allow = makeOperation({
  name: "reveals.allow",
  permission: "people.reveal",
  approvals: 1,
  parameters: { operator, reason },
  plan: ({ operator: id, reason: why }) =>
    Effect.gen(function* () {
      const found = yield* Operators.use((operators) => operators.find(id))
      if (found === null) return yield* Effect.fail(cannotPlan("noOperator"))
      return { personIds: found.personIds, steps: [step("allowReveals", { name: found.name, reason: why })] }
    }),
  execute: ({ operator: id }, by) => Reveals.use((reveals) => reveals.allow(id, by)),
})

export const revealOperations = [allow] as const
