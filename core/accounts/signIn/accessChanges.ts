import { Effect } from "effect"
import { type Aggregate, reader } from "#core/kernel"
import { Account } from "../Account.ts"
import type { AccountEvent } from "../events.ts"
import type { TwoStepEvent } from "../twoStep/events.ts"
import { TwoStep } from "../twoStep/TwoStep.ts"

/** When what somebody signs in with was changed last; 0 for never. Milliseconds since 1970. */
export type AccessChanges = {
  readonly passwordMs: number
  readonly stepMs: number
  /** Since when the second step is what it is; 0 while there is none. */
  readonly stepSinceMs: number
}

/** The password: chosen again by anyone, not hashed again by us. */
const PasswordChange: Aggregate<number, AccountEvent> = {
  category: Account.category,
  events: Account.events,
  initial: 0,
  evolve: (ms, event) =>
    event._tag === "accounts.PasswordChanged.v1" && !event.rehashed ? Date.parse(event.changedAt) : ms,
}

type StepTimes = Pick<AccessChanges, "stepMs" | "stepSinceMs">

/** The second step: another authenticator, or none any more. The first one only makes it harder to come in. */
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

/** Reads when somebody's password and second step were changed. */
export const makeAccessChangeReader = Effect.gen(function* () {
  const [passwordOf, stepOf] = [yield* reader(PasswordChange), yield* reader(StepChange)]
  return Effect.fnUntraced(function* (personId: string) {
    const [passwordMs, steps] = yield* Effect.all([passwordOf(personId), stepOf(personId)])
    return { passwordMs, ...steps }
  })
})
