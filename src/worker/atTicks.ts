import { Effect } from "effect"
import { schedule as cron } from "node-cron"
import { isWorking } from "../process/duty.ts"

/**
 * Runs an effect at the ticks of a cron expression until the scope closes; skips a tick while the previous run is in
 * progress, and while workers of another release run the jobs.
 */
export const atTicks = <E, R>(name: string, expression: string, work: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<R>()
    const guarded = Effect.suspend((): Effect.Effect<unknown, E, R> => (isWorking() ? work : Effect.void)).pipe(
      Effect.catchCause((cause) => Effect.logError("job failed", { job: name }, cause)),
      Effect.provide(services),
    )
    const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())
    yield* Effect.acquireRelease(
      Effect.sync(() => cron(expression, () => runPromise(guarded), { name, noOverlap: true })),
      (task) => Effect.promise(async () => task.destroy()),
    )
  })
