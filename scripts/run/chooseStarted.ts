import { hostname } from "node:os"
import { Effect, Layer, Result } from "effect"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { findLiveProcesses, type Release, ReleaseChoice, releaseId } from "#core/releases"
import { isAlive } from "./processes.ts"

/**
 * Chooses the release that this start or migration prepares, unless that is not meant as a release (`chooseStarted` of
 * core/releases). Returns whether it is the chosen one now, and may prepare and switch read models.
 */
export function chooseStarted(
  url: string,
  masterKey: Uint8Array,
  release: Release,
  say: (line: string) => void,
): Promise<boolean> {
  const program = Effect.gen(function* () {
    const choice = yield* ReleaseChoice
    const before = (yield* choice.state).chosen
    const others = (yield* findLiveProcesses).filter(({ host, pid }) => host !== hostname() || isAlive(pid))
    const result = yield* Effect.result(choice.chooseStarted(release, others.length === 0))
    if (Result.isFailure(result)) {
      say(
        `release ${releaseId(release)} serves, but runs no jobs and leaves read models alone: ${result.failure.chosen} is ` +
          `chosen, and processes run. To choose this one: npm run ops -- releases choose ${release.build}`,
      )
      return false
    }
    if (before !== null && before.build !== release.build)
      say(`release ${releaseId(release)} is chosen in place of ${releaseId(before)}`)
    return true
  })
  const services = ReleaseChoice.layer.pipe(
    Layer.provideMerge(PostgresEventStore.pipe(Layer.provideMerge(Hints.layer))),
    Layer.provideMerge(Sealing.layer(masterKey)),
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 2, name: "release" })),
  )
  return Effect.runPromise(program.pipe(Effect.provide(services)))
}
