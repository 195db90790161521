import { Effect } from "effect"
import { CannotPlan, type Parameter, type PlanStep } from "#core/operations"
import { findPerson, type Person } from "#projections/accounts"

/** A step of a plan. @param key of a text in src/console/texts */
export const step = (key: string, values: Readonly<Record<string, string>> = {}): PlanStep => ({
  key: `step.${key}`,
  values,
})

/** Refuses to plan. @param key of a text in src/console/texts */
export const cannotPlan = (key: string, values: Readonly<Record<string, string>> = {}): CannotPlan =>
  new CannotPlan({ key: `cannot.${key}`, values })

/** A user code or a channel code. */
export const personCode = { kind: "text", lengthMax: 40 } as const satisfies Parameter
/** Why an operator does something; it is recorded. */
export const reason = { kind: "text", lengthMax: 500 } as const satisfies Parameter

/** The person with this code, with the name as plans show it. */
export const planPerson = Effect.fn("planPerson")(function* (code: string) {
  const found = yield* findPerson(code)
  if (found === null) return yield* Effect.fail(cannotPlan("noPerson", { code }))
  return { ...found, shownName: shownName(found) }
})

const shownName = ({ displayName, userCode }: Person): string =>
  displayName === null ? userCode : `${displayName} (${userCode})`

/** The id of the person with this code, when an operation is carried out. */
export const personIdOf = (code: string) => Effect.map(planPerson(code), ({ personId }) => personId)
