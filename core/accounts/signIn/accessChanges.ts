import { Effect } from "effect"
import { type Aggregate, reader } from "#core/kernel"
import { Account } from "../Account.ts"
import type { AccountEvent } from "../events.ts"
import type { TwoStepEvent } from "../twoStep/events.ts"
import { TwoStep } from "../twoStep/TwoStep.ts"

/** Times of the last changes of credentials, in milliseconds since 1970; 0 for never. */
export type AccessChanges = {
  readonly passwordMs: number
  readonly stepMs: number
  /** Time since which the current second step exists; 0 if there is none. */
  readonly stepSinceMs: number
}

/** Time of the last password change; rehashing does not count. */
const PasswordChange: Aggregate<number, AccountEvent> = {
  category: Account.category,
  events: Account.events,
  initial: 0,
  evolve: (ms, event) =>
    event._tag === "accounts.PasswordChanged.v1" && !event.rehashed ? Date.parse(event.changedAt) : ms,
}

type StepTimes = Pick<AccessChanges, "stepMs" | "stepSinceMs">

/** Times of changes of the second step. Enabling it for the first time does not count, because it adds protection. */
const StepChange: Aggregate<StepTimes, TwoStepEvent> = {
  category: TwoStep.category,
  events: TwoStep.events,
  initial: { stepMs: 0, stepSinceMs: 0 },
  evolve: (times, event) => {
    switch (event._tag) {
      case "accounts.TwoStepEnrolled.v1": {
        const stepSinceMs = Date.parse(event.enrolledAt)
        return { stepMs: event.replaced ? stepSinceMs : times.stepMs, stepSinceMs }
      }
      case "accounts.TwoStepStopped.v1":
        return { stepMs: Date.parse(event.stoppedAt), stepSinceMs: 0 }
      case "accounts.TwoStepRemoved.v1":
        return { stepMs: Date.parse(event.removedAt), stepSinceMs: 0 }
      default:
        return times
    }
  },
}

/** Reads the times of credential changes. */
export const makeAccessChangeReader = Effect.gen(function* () {
  const [passwordOf, stepOf] = [yield* reader(PasswordChange), yield* reader(StepChange)]
  return Effect.fnUntraced(function* (personId: string) {
    const [passwordMs, steps] = yield* Effect.all([passwordOf(personId), stepOf(personId)])
    return { passwordMs, ...steps }
  })
})
