import { Effect, Result } from "effect"
import { TICKET_PRIORITIES } from "#contract/tickets"
import { makeOperation, type Parameter } from "#core/operations"
import { policyFormOf, readPolicy, ServiceLevels, WEEKDAYS } from "#core/tickets"
import { cannotPlan, step } from "./parts.ts"

/** Three numbers of working hours. */
const target = { kind: "text", lengthMax: 30 } as const satisfies Parameter
/** Such as `9:00-18:00`; empty for a day off. */
const hours = { kind: "text", lengthMax: 15, isOptional: true } as const satisfies Parameter

const parameters = {
  ...{ urgent: target, high: target, normal: target, low: target },
  timeZone: { kind: "text", lengthMax: 60 },
  ...{
    monday: hours,
    tuesday: hours,
    wednesday: hours,
    thursday: hours,
    friday: hours,
    saturday: hours,
    sunday: hours,
  },
  holidays: { kind: "text", lengthMax: 1_500, isOptional: true },
} as const satisfies Readonly<Record<string, Parameter>>
type Given = Readonly<Record<keyof typeof parameters, string>>

type Levels = Readonly<Record<"first" | "next" | "resolution", string>>
const LEVELS = {
  urgent: (levels: Levels) => step("levelsUrgent", levels),
  high: (levels: Levels) => step("levelsHigh", levels),
  normal: (levels: Levels) => step("levelsNormal", levels),
  low: (levels: Levels) => step("levelsLow", levels),
}

/** The service levels that an operator asks for, as they will be read. */
const planLevels = (given: Given) =>
  Result.match(readPolicy(given), {
    onFailure: ({ field }) =>
      Effect.fail(field === "hours" ? cannotPlan("noWorkingHours") : cannotPlan("invalidValue", { parameter: field })),
    onSuccess: (policy) => Effect.succeed(policyFormOf({ ...policy, version: 0 })),
  })

const setServiceLevels = makeOperation({
  name: "tickets.setServiceLevels",
  permission: "tickets.answer",
  approvals: 1,
  parameters,
  plan: Effect.fn("setServiceLevels.plan")(function* (given: Given) {
    const read = yield* planLevels(given)
    const days = Object.fromEntries(WEEKDAYS.map((day) => [day, read[day] === "" ? "–" : read[day]]))
    return {
      personIds: [],
      steps: [
        ...TICKET_PRIORITIES.toReversed().map((priority) => {
          const [first = "–", next = "–", resolution = "–"] = read[priority].replaceAll("-", "–").split(" ")
          return LEVELS[priority]({ first, next, resolution })
        }),
        step("workingHours", { timeZone: read.timeZone, ...days }),
        read.holidays === "" ? step("noHolidays") : step("holidays", { days: read.holidays }),
        step("levelsOfNewTickets"),
      ],
    }
  }),
  execute: (given, by) => ServiceLevels.use((levels) => levels.set(given, by)),
})

export const ticketOperations = [setServiceLevels] as const
