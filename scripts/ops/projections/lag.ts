import { Command } from "effect/cli"
import { projectionStatus } from "#projections/runner"
import { carriedOut } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { withSession } from "../lib/session.ts"

/** How far the live builds are behind the head of the log, in events and in seconds. */
export const lag = Command.make("lag", { json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const output = outputOf(flags.json)
      const live = (await projectionStatus(sql)).filter((build) => build.status === "live")
      const rows = live.map(({ name, lag_events, lag_seconds, owned }) => ({
        projection: name,
        "lag events": lag_events,
        "lag s": lag_seconds,
        runner: owned ? "yes" : "no",
      }))
      output.table(rows)
      output.document(live.map(({ name, build, lag_events, lag_seconds, owned }) => ({ name, build, lag_events, lag_seconds, owned })))
    }),
  ),
).pipe(Command.withDescription("How far each live projection is behind the head of the log, in events and seconds"))
