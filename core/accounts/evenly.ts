import { Clock, Effect, Exit } from "effect"

/** What answers alike takes a multiple of this: longer than the work behind it on a machine that is not overloaded. */
const STEP_MS = 300

/**
 * Lets an effect take a whole number of steps of time, however it ends, so that the time tells nobody what was found:
 * neither whether there is an account, nor whether a mail was written.
 */
export const evenly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => padded(effect, () => true)

/** The same for what only has to look alike where it is refused. */
export const evenlyRefused = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  padded(effect, Exit.isFailure)

const padded = <A, E, R>(effect: Effect.Effect<A, E, R>, isPadded: (exit: Exit.Exit<A, E>) => boolean) =>
  Effect.gen(function* () {
    const beganMs = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(effect)
    const tookMs = (yield* Clock.currentTimeMillis) - beganMs
    if (isPadded(exit)) yield* Effect.sleep(STEP_MS - (tookMs % STEP_MS))
    return yield* exit
  })
