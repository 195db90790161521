import { Command } from "effect/cli"
import { projectionStatus } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"

/** How far the live builds are behind the head of the log, in events and in seconds. */
export const lag = Command.make("lag", { json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const projections = (await projectionStatus(sql))
      .filter(({ status }) => status === "live")
      .map(({ name, build, lag_events, lag_seconds, owned }) => ({ name, build, lag_events, lag_seconds, owned }))
    output.table(
      projections.map(({ name, lag_events, lag_seconds, owned }) => ({
        projection: name,
        "lag events": lag_events,
        "lag s": lag_seconds,
        runner: owned ? "yes" : "no",
      })),
    )
    output.document({ projections })
  }),
).pipe(Command.withDescription("How far each live projection is behind the head of the log, in events and seconds"))
