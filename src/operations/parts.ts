import { Effect } from "effect"
import { USER_CODE } from "#contract/accounts"
import { CannotPlan, type Parameter, type PlanStep } from "#core/operations"
import { findNames, findPerson, findPersonIdsByCode, type Named } from "#projections/accounts"

/** Between the people of one value. */
export const NAMES_BETWEEN = ", "

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

/**
 * The person with this code. Plans name people by their codes, because what an operator signed outlasts an erasure; see
 * `withNames`.
 */
export const planPerson = Effect.fn("planPerson")(function* (code: string) {
  const found = yield* findPerson(code)
  return found ?? (yield* Effect.fail(cannotPlan("noPerson", { code })))
})

/** The steps of a plan as they are shown: people with the names that they have now. */
export const withNames = Effect.fn("withNames")(function* (steps: ReadonlyArray<PlanStep>) {
  const partsOf = (value: string) => value.split(NAMES_BETWEEN)
  const codes = steps
    .flatMap(({ values }) => Object.values(values).flatMap(partsOf))
    .filter((part) => USER_CODE.test(part))
  const ids = codes.length === 0 ? new Map<string, string>() : yield* findPersonIdsByCode(codes)
  const names = ids.size === 0 ? new Map<string, Named>() : yield* findNames([...ids.values()])
  const shown = (part: string) => {
    const name = names.get(ids.get(part) ?? "")?.displayName ?? null
    return name === null ? part : `${name} (${part})`
  }
  return steps.map(({ key, values }) => ({
    key,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, partsOf(value).map(shown).join(NAMES_BETWEEN)]),
    ),
  }))
})

/** The id of the person with this code, when an operation is carried out. */
export const personIdOf = (code: string) => Effect.map(planPerson(code), ({ personId }) => personId)
