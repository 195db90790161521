import { Effect, type Schedule } from "effect"

/**
 * Effect.retry for operations that nearly always succeed at once: it allocates the schedule (a dozen objects per call)
 * only after the first failure.
 * @param times maximum number of retries
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
