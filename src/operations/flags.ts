import { Effect } from "effect"
import { FLAG_PEOPLE_MAX, FLAGS, type Flag, type FlagRule, Flags, problemOf } from "#core/flags"
import { makeOperation, type Parameter } from "#core/operations"
import { cannotPlan, NAMES_BETWEEN, planPerson, reason, step } from "./parts.ts"

const flag = { kind: "choice", options: FLAGS } as const satisfies Parameter
const who = { kind: "choice", options: ["off", "on", "percent", "people", "release"] } as const satisfies Parameter
/** A share, user codes separated by spaces or commas, or a release. */
const given = { kind: "text", lengthMax: 2_000, isOptional: true } as const satisfies Parameter

type Given = Readonly<Record<"flag" | "who" | "given", string>>

/** The rule that an operator asks for, and its people as a plan shows them. */
const planRule = Effect.fn("planRule")(function* ({ who: kind, given: value }: Given) {
  const people = kind === "people" ? yield* peopleOf(value) : []
  const rule: FlagRule =
    kind === "percent"
      ? { kind, percent: Number(value) }
      : kind === "people"
        ? { kind, personIds: people.map(({ personId }) => personId) }
        : kind === "release"
          ? { kind, release: value }
          : { kind: kind === "off" ? "off" : "on" }
  const problem = problemOf(rule)
  if (problem !== null) return yield* Effect.fail(cannotPlan(`flag_${problem}`, { count: String(FLAG_PEOPLE_MAX) }))
  return { rule, names: people.map(({ userCode }) => userCode).join(NAMES_BETWEEN) }
})

const peopleOf = Effect.fnUntraced(function* (codes: string) {
  const each = [...new Set(codes.split(/[\s,]+/).filter((code) => code !== ""))]
  if (each.length > FLAG_PEOPLE_MAX)
    return yield* Effect.fail(cannotPlan("flag_people", { count: String(FLAG_PEOPLE_MAX) }))
  return yield* Effect.forEach(each, planPerson)
})

const STEPS = {
  on: () => step("flagOn"),
  off: () => step("flagOff"),
  percent: (value: string) => step("flagPercent", { percent: value }),
  people: (names: string) => step("flagPeople", { people: names }),
  release: (value: string) => step("flagRelease", { release: value }),
}

const set = makeOperation({
  name: "flags.set",
  permission: "flags.set",
  approvals: 1,
  parameters: { flag, who, given, reason },
  plan: (inputs) =>
    Effect.map(planRule(inputs), ({ rule, names }) => ({
      personIds: rule.kind === "people" ? rule.personIds : [],
      steps: [step(`flag_${inputs.flag}`), STEPS[rule.kind](rule.kind === "people" ? names : inputs.given)],
    })),
  execute: (input, by) =>
    Effect.flatMap(planRule(input), ({ rule }) =>
      Flags.use((flags) => flags.set({ flag: input.flag as Flag, rule, reason: input.reason }, by)),
    ),
  undo: ({ flag: name }) => ({ name: "flags.reset", parameters: { flag: name } }),
})

const reset = makeOperation({
  name: "flags.reset",
  permission: "flags.set",
  approvals: 1,
  parameters: { flag },
  plan: ({ flag: name }) => Effect.succeed({ personIds: [], steps: [step(`flag_${name}`), step("flagReset")] }),
  execute: ({ flag: name }, by) => Flags.use((flags) => flags.reset(name as Flag, by)),
})

export const flagOperations = [set, reset] as const
