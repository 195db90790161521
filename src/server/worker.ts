import { Effect, Layer, Schedule } from "effect"
import { schedule as cron } from "node-cron"
import { CHECKS_AT_ONCE_MAX, Feeds } from "#core/feeds"
import { Log, Sql } from "#core/kernel"
import { scheduleReactor } from "#projections/feeds"
import { ProjectionRunner } from "#projections/runner"
import { projections } from "../../projections/registry.ts"
import { runRole } from "./lifecycle.ts"
import { ServicesLayer } from "./runtime.ts"

/** How often due feeds are looked for. */
const FEEDS_CRON = "*/5 * * * * *"
/** How often the log is given its next partition, long before it is needed. */
const PARTITIONS_CRON = "17 * * * *"

/** Keeps read models current, and does in the world what follows from facts. */
const Projections = Layer.unwrap(
  Effect.gen(function* () {
    const log = yield* Log
    return ProjectionRunner.layer({
      projections,
      reactors: [yield* scheduleReactor],
      log: (level, message, details) => log[level](details, message),
    })
  }),
)

/** Runs an effect at the ticks of a cron expression until the scope closes; a tick while one is under way is passed over. */
const atTicks = <E, R>(name: string, expression: string, work: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<R>()
    const guarded = work.pipe(
      Effect.catchCause((cause) => Effect.logError("job failed", { job: name }, cause)),
      Effect.provide(services),
    )
    const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())
    yield* Effect.acquireRelease(
      Effect.sync(() => cron(expression, () => runPromise(guarded), { name, noOverlap: true })),
      (task) => Effect.promise(async () => task.destroy()),
    )
  })

const Jobs = Layer.effectDiscard(
  Effect.gen(function* () {
    const feeds = yield* Feeds
    const { client: sql } = yield* Sql
    const checkAll = Effect.repeat(feeds.checkDue(CHECKS_AT_ONCE_MAX), {
      while: (count) => count === CHECKS_AT_ONCE_MAX,
      schedule: Schedule.forever,
    })
    yield* atTicks("feeds", FEEDS_CRON, checkAll)
    yield* atTicks(
      "partitions",
      PARTITIONS_CRON,
      Effect.promise(() => sql`select es.ensure_partitions()`),
    )
  }),
)

runRole("worker", Layer.mergeAll(Jobs, Projections).pipe(Layer.provide(ServicesLayer)))
