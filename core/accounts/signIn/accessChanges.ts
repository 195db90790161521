import { Effect } from "effect"
import { type Aggregate, reader } from "#core/kernel"
import { Account } from "../Account.ts"
import type { AccountEvent } from "../events.ts"
import type { TwoStepEvent } from "../twoStep/events.ts"
import { TwoStep } from "../twoStep/TwoStep.ts"

/** When what somebody signs in with was changed last; 0 for never. Milliseconds since 1970. */
export type AccessChanges = { readonly passwordMs: number; readonly stepMs: number }

/** The password: chosen anew by whoever, not hashed anew by us. */
const PasswordChange: Aggregate<number, AccountEvent> = {
  category: Account.category,
  events: Account.events,
  initial: 0,
  evolve: (ms, event) =>
    event._tag === "accounts.PasswordChanged.v1" && !event.rehashed ? Date.parse(event.changedAt) : ms,
}

/** The second step: another authenticator, or none any more. The first one only makes it harder to come in. */
const StepChange: Aggregate<number, TwoStepEvent> = {
  category: TwoStep.category,
  events: TwoStep.events,
  initial: 0,
  evolve: (ms, event) => {
    switch (event._tag) {
      case "accounts.TwoStepEnrolled.v1":
        return event.replaced ? Date.parse(event.enrolledAt) : ms
      case "accounts.TwoStepStopped.v1":
        return Date.parse(event.stoppedAt)
      case "accounts.TwoStepRemoved.v1":
        return Date.parse(event.removedAt)
      default:
        return ms
    }
  },
}

/** Reads when somebody's password and second step were changed. */
export const openAccessChanges = Effect.gen(function* () {
  const [passwordOf, stepOf] = [yield* reader(PasswordChange), yield* reader(StepChange)]
  return Effect.fnUntraced(function* (personId: string) {
    const [passwordMs, stepMs] = yield* Effect.all([passwordOf(personId), stepOf(personId)])
    return { passwordMs, stepMs }
  })
})
