import { userInfo } from "node:os"
import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { decideFaults, listFaults } from "#projections/runner"
import { carriedOut } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { withSession } from "../lib/session.ts"

const projection = Argument.String("projection")
const key = Argument.String("key").pipe(Argument.withDescription("The parked key (a stream); all parked keys without it"), Argument.optional)

/** What is parked: keys whose events could not be taken in. */
export const faults = Command.make("faults", { projection: Argument.optional(projection), json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const output = outputOf(flags.json)
      const parked = await listFaults(sql, Option.getOrNull(flags.projection))
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
      output.document(parked)
    }),
  ),
).pipe(Command.withDescription("Parked keys: which event failed, why, and how many wait behind it"))

const decide = (decision: "retry" | "skip", description: string) =>
  Command.make(decision, { projection, key, reason, yes, json }, (flags) =>
    carriedOut(() =>
      withSession(async (session) => {
        if (decision === "skip" && flags.reason.trim() === "") throw new Refused("Say why with --reason: it is recorded for good.", EXIT.usage)
        const wanted = Option.getOrNull(flags.key)
        const parked = (await listFaults(session.sql, flags.projection)).filter(({ park_key }) => wanted === null || park_key === wanted)
        await planned(
          {
            yes: flags.yes,
            output: outputOf(flags.json),
            steps: parked.map(({ build, park_key, position, waiting }) =>
              decision === "retry"
                ? `try position ${position} of ${park_key} again in build ${build}, and the ${waiting} events behind it`
                : `drop position ${position} of ${park_key} from build ${build}, and take in the ${waiting} events behind it`,
            ),
          },
          async () => {
            const done = await decideFaults(
              session.sql,
              { name: flags.projection, ...(wanted === null ? {} : { key: wanted }) },
              { decision, by: userInfo().username, reason: flags.reason || null },
            )
            await session.round()
            return done
          },
        )
      }),
    ),
  ).pipe(Command.withDescription(description))

export const retry = decide("retry", "Take parked events in again, in order")
export const skip = decide("skip", "Drop the event that fails and take in those behind it; the reason is recorded")
