import { Clock, Context, Effect } from "effect"
import { Sql } from "#core/kernel"

const FIRST_PAUSE_MS = 2
const PAUSE_MS_MAX = 10

/** How long a query waits for its projection to have passed a person's own command, where no longer bound is given. */
const READ_YOUR_WRITES_MS = 250

/**
 * What every wait is given at least, whatever its bound (READ_YOUR_WRITES_MS). Longer in tests: they prove that people see
 * what they did, and their machine may be too busy to show it in the time after which people are shown an older state.
 */
export const WaitMsLeast = Context.Reference<number>("projections/runner/WaitMsLeast", {
  defaultValue: () => READ_YOUR_WRITES_MS,
})

/**
 * Waits until the live build of a projection has passed a position, so that people see what they just did.
 * Answers false where that took longer than the bound, or cannot happen because the build is stopped: the reader then
 * sees a slightly older state.
 */
export const waitFor = Effect.fn("waitFor")(function* (projection: string, position: number, waitMsMax = 0) {
  const { client: sql } = yield* Sql
  const untilMs = (yield* Clock.currentTimeMillis) + Math.max(waitMsMax, yield* WaitMsLeast)
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const [row] = yield* Effect.promise(
      () => sql<Array<{ passed: boolean; stopped: boolean }>>`
        select p.position >= ${position} as passed, p.paused or p.status = 'faulted' as stopped
        from es.live l join es.projection p using (name, build) where l.name = ${projection}`,
    )
    if (row?.passed) return true
    if (row === undefined || row.stopped || (yield* Clock.currentTimeMillis) >= untilMs) return false
    yield* Effect.sleep(pauseMs)
  }
})
