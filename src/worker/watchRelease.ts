import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { countInvalidQueries, ReleaseChoice, type ReleaseHealth, troubleOf, WATCH_MS } from "#core/releases"
import { liveHealth } from "#projections/runner"
import { RELEASE } from "../process/release.ts"

/** Interval of the checks: heartbeats report failed statements as often. */
const CHECK_MS = 5_000
const RETURNED_BY = "system"

/**
 * Watches this release for five minutes after its read models were switched to. If a read model stops, parks events or falls behind, or
 * statements do not fit the database, the cluster returns to the release before. Ends early if another release is chosen.
 */
export const watchRelease = Effect.gen(function* () {
  const choice = yield* ReleaseChoice
  const untilMs = (yield* Clock.currentTimeMillis) + WATCH_MS
  const before = yield* readHealth
  while ((yield* Clock.currentTimeMillis) < untilMs) {
    yield* Effect.sleep(CHECK_MS)
    const { chosen, previous, returned } = yield* choice.recent
    // A release that was returned to is not left again: two bad ones would take turns.
    if (chosen?.build !== RELEASE.build || previous === null || returned !== null) return
    const trouble = troubleOf(before, yield* readHealth)
    if (trouble === null) continue
    yield* choice.rollBack(trouble, RETURNED_BY, RELEASE.build).pipe(
      Effect.andThen(Effect.logError("returned to the release before", { reason: trouble, from: RELEASE })),
      Effect.catch((refusal) =>
        Effect.logError("cannot return to the release before", { reason: trouble, refusal: refusal._tag }),
      ),
    )
    return
  }
})

const readHealth: Effect.Effect<ReleaseHealth, never, Sql> = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return {
    invalidQueries: yield* countInvalidQueries(RELEASE),
    readModels: yield* Effect.promise(() => liveHealth(sql)),
  }
})
