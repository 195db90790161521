import { Clock, Effect } from "effect"

/** Runs an effect with the clock advanced by the given time. */
export const withClockLater = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const at = () => clock.currentTimeMillisUnsafe() + ms
    const shifted = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: at,
      currentTimeMillis: Effect.sync(at),
    })
    return Effect.provideService(effect, Clock.Clock, shifted)
  })
