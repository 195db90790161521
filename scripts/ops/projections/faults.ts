import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { listFaults, reactorStatus } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { chosenConsumers } from "../lib/consumers.ts"
import { json } from "../lib/flags.ts"

const name = Argument.optional(
  Argument.String("name").pipe(Argument.withDescription("Of this projection or reactor only")),
)

/** What is parked: keys whose events could not be taken in; and reactors that stand before an event. */
export const faults = Command.make("faults", { name, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const only = Option.getOrNull(flags.name)
    if (only !== null) await chosenConsumers(sql, [only], false)
    const parked = await listFaults(sql, only)
    const reactors = (await reactorStatus(sql)).filter(
      (each) => each.failing !== null && (only ?? each.name) === each.name,
    )
    output.table(
      parked.map((fault) => ({
        projection: fault.name,
        build: fault.build,
        key: fault.park_key,
        position: fault.position,
        event: fault.type,
        attempts: fault.attempts,
        waiting: fault.waiting,
        decision: fault.decision,
        error: fault.error.split("\n")[0] ?? "",
      })),
    )
    if (reactors.length > 0) {
      output.say("")
      output.table(
        reactors.map((each) => ({
          reactor: each.name,
          position: each.failing,
          attempts: each.attempts,
          error: each.reason,
        })),
      )
    }
    output.document({ parked, reactors })
  }),
).pipe(
  Command.withDescription("Parked keys: which event failed, why, and how many wait behind it; and failing reactors"),
)
