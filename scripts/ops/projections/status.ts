import { Command } from "effect/cli"
import { projectionStatus, reactorStatus } from "#projections/runner"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"

/** Shows the position of every build and every reactor. */
export const status = Command.make("status", { json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const [builds, reactors] = await Promise.all([projectionStatus(sql), reactorStatus(sql)])
    output.table(
      builds.map((build) => ({
        projection: build.name,
        build: build.build,
        status: build.paused ? `${build.status} (paused)` : build.status,
        position: build.position,
        "lag events": build.lag_events,
        "lag s": build.lag_seconds,
        "parked keys": build.parked_keys,
        runner: build.owned ? "yes" : "no",
        reason: build.reason,
      })),
    )
    if (reactors.length > 0) {
      output.say("")
      output.table(
        reactors.map((reactor) => ({
          reactor: reactor.name,
          position: reactor.position,
          "lag events": reactor.lag_events,
          failing: reactor.failing,
          attempts: reactor.attempts,
          runner: reactor.owned ? "yes" : "no",
          reason: reactor.reason,
        })),
      )
    }
    output.document({ projections: builds, reactors })
  }),
).pipe(Command.withDescription("Position of every build and every reactor"))

/** Shows the lag of the live builds behind the head of the log, in events and in seconds. */
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
).pipe(Command.withDescription("Lag of each live projection behind the head of the log, in events and seconds"))
