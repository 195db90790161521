import { Clock, Context, Effect } from "effect"
import { Sql } from "#core/kernel"

const FIRST_PAUSE_MS = 2
const PAUSE_MS_MAX = 10

/** Default timeout for a projection to reach a person's own command. */
const READ_YOUR_WRITES_MS = 250

/**
 * Minimum timeout of every wait (READ_YOUR_WRITES_MS). Higher in tests, because they check that people see what they
 * did, and a busy machine may need longer than the timeout after which people get an older state.
 */
export const WaitMsMin = Context.Reference<number>("projections/runner/WaitMsMin", {
  defaultValue: () => READ_YOUR_WRITES_MS,
})

/**
 * Waits until the live build of a projection has reached a position, so that people see what they just did. Returns
 * false after the timeout, or at once if the build is stopped: the reader then gets a slightly older state.
 */
export const waitFor = Effect.fn("waitFor")(function* (projection: string, position: number, waitMsMax = 0) {
  const { client: sql } = yield* Sql
  const untilMs = (yield* Clock.currentTimeMillis) + Math.max(waitMsMax, yield* WaitMsMin)
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
