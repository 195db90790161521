import { Clock, Effect, Exit } from "effect"

/** Longer than the work of two password hashes on a machine that is not overloaded. */
const STEP_MS = 600

/**
 * Pads an effect to a multiple of `STEP_MS`, whether it succeeds or fails. The response time then does not reveal whether
 * an account exists or a mail was sent.
 */
export const constantTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  padded(effect, () => true)

/** Pads only failures: the result is visible anyway if the effect succeeds. */
export const constantTimeFailures = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  padded(effect, Exit.isFailure)

const padded = <A, E, R>(effect: Effect.Effect<A, E, R>, isPadded: (exit: Exit.Exit<A, E>) => boolean) =>
  Effect.gen(function* () {
    const startMs = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(effect)
    const tookMs = (yield* Clock.currentTimeMillis) - startMs
    if (isPadded(exit)) yield* Effect.sleep(STEP_MS - (tookMs % STEP_MS))
    return yield* exit
  })
