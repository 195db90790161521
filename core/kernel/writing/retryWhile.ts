import { Effect, type Schedule } from "effect"

/**
 * Effect.retry for what nearly always succeeds at once: what it takes to try again (a schedule, a dozen objects for each
 * call) is made when the first try has failed.
 * @param times how often it is tried again
 */
export const retryWhile = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isPassing: (error: E) => boolean,
  { times, schedule }: { readonly times: number; readonly schedule: Schedule.Schedule<unknown> },
): Effect.Effect<A, E, R> =>
  Effect.catchIf(effect, isPassing, (first) => {
    let isFirst = true
    const again = Effect.suspend(() => {
      if (!isFirst) return effect
      isFirst = false
      return Effect.fail(first)
    })
    return Effect.retry(again, { while: isPassing, times, schedule })
  })
