import { Clock, Effect } from "effect"
import { Sealing, Sql } from "#core/kernel"
import { type Duty, ReleaseChoice, WATCH_MS } from "#core/releases"
import { decodeEvent, prepareProjections } from "#projections/runner"
import { projections } from "../../projections/registry.ts"
import { setWorking } from "../process/duty.ts"
import { RELEASE } from "../process/release.ts"
import { watchRelease } from "./watchRelease.ts"

/** Interval of asking which release is chosen. */
const ASK_MS = 1_000
/** Pause after read models could not be prepared. */
const RETRY_MS = 10_000

/**
 * Keeps this worker at its duty until the scope closes: it runs jobs if its release is chosen, or in place of that one
 * (`dutyOf` of core/releases). Before the first job of the chosen release its read models are prepared and switched. While the
 * choice cannot be read, the duty stays as it was: jobs fail by themselves without a database.
 */
export const keepDuty = Effect.gen(function* () {
  const choice = yield* ReleaseChoice
  const scope = yield* Effect.scope
  let known: Duty | null = null
  let isPrepared = false

  const step = Effect.gen(function* () {
    const duty = yield* choice.dutyOf(RELEASE)
    if (duty === "works" && !isPrepared) {
      const isSwitched = yield* prepare
      isPrepared = true
      if (isSwitched || (yield* isNewlyChosen)) yield* Effect.forkIn(watchRelease, scope)
    }
    // After a return to an earlier release, its read models are switched to again.
    if (duty === "waits") isPrepared = false
    setWorking(duty !== "waits")
    if (duty !== known && (known !== null || duty !== "works"))
      yield* Effect.logWarning(SENTENCES[duty], { release: RELEASE })
    known = duty
  })
  const guarded = step.pipe(
    Effect.as(ASK_MS),
    Effect.catchCause((cause) => Effect.as(Effect.logError("the release could not take up its work", cause), RETRY_MS)),
    Effect.flatMap((ms) => Effect.sleep(ms)),
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => setWorking(false)))
  yield* Effect.forkScoped(Effect.forever(guarded))
})

const SENTENCES = {
  works: "this release is chosen: it runs jobs",
  standsIn: "another release is chosen, but none of its workers runs jobs: this one does until then",
  waits: "another release is chosen: this worker runs no jobs",
} as const satisfies Readonly<Record<Duty, string>>

/** Whether its read models may have been switched to just now, by another process. */
const isNewlyChosen = Effect.gen(function* () {
  const { chosenAt } = yield* ReleaseChoice.use(({ recent }) => recent)
  return chosenAt !== null && (yield* Clock.currentTimeMillis) - Date.parse(chosenAt) < WATCH_MS
})

/** Makes the read models of this release the live ones, and returns whether any was not. */
const prepare = Effect.gen(function* () {
  const [{ client: sql }, sealing] = [yield* Sql, yield* Sealing]
  const prepared = yield* Effect.promise(() =>
    prepareProjections(sql, projections, {
      decode: (projection, event) => decodeEvent(projection, sealing, event),
    }),
  )
  for (const { name, build, events } of prepared)
    yield* Effect.logInfo("read model built", { projection: name, build, events })
  return prepared.length > 0
})
