import { Cause, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { AppConfig, InvalidConfig, Log, type Role } from "#core/kernel"
import { MigrationRefused } from "./migrations.ts"
import { currentPhase, enterDraining, enterServing, handOver } from "./phase.ts"
import { registerProcess } from "./registerProcess.ts"
import { requireSchema } from "./requireSchema.ts"
import { telemetryLayer } from "./telemetry/telemetryLayer.ts"
import { EraChanged, watchEra } from "./watchEra.ts"

/** sysexits EX_CONFIG: tells the supervisor that a restart would not help. */
const EXIT_CONFIG = 78
const EXIT_FAILED = 1
/** sysexits EX_TEMPFAIL: start again, because what this process has read may be gone. */
const EXIT_ERA = 75
/** How long a process may still run in a new era, to write its log. */
const ERA_MS_MAX = 250
const HEARTBEAT_MS = 5_000
/** Finalizers that take longer are interrupted, so that no process outlives its supervisor. */
const DRAIN_MS_MAX = 20_000
/** How long a replaced process keeps connections without a request: clients in use close them with their next one. */
const HAND_OVER_IDLE_MS = 10_000

/**
 * Runs one role of the product until it is stopped: builds its layer, reports to the supervisor that it is ready, and
 * releases the layer in order on SIGTERM, SIGINT or when the supervisor is gone. After SIGTERM it first keeps serving for
 * `DRAIN_SECONDS`, while its probes refuse, so that a load balancer stops sending requests; a second signal ends that.
 * When the supervisor has replaced the process, it stops accepting and ends with its last connection.
 * A new era of the log ends it at once: nothing that it remembers may be shown, or decide anything.
 * Exits with 0, with 78 for invalid configuration or a database of a later release, with 75 in a new era, otherwise with 1.
 * @param until an effect whose failure ends the role
 */
export function runRole<E>(
  role: Role,
  layer: Layer.Layer<never, E, AppConfig | Log>,
  until: Effect.Effect<never, E> = Effect.never,
): void {
  const started = performance.now()
  let drainMs = 0
  const environment = Log.layer(role).pipe(Layer.provideMerge(AppConfig.layer))
  const program = Effect.gen(function* () {
    const { databaseUrl, drainSeconds } = yield* AppConfig
    drainMs = drainSeconds * 1_000
    const ahead = yield* Effect.promise(() => requireSchema(Redacted.value(databaseUrl)))
    if (ahead.length > 0) yield* Effect.logWarning("the database is ahead of this release", { migrations: ahead })
    yield* registerProcess(role, Redacted.value(databaseUrl))
    const eraEnds = yield* watchEra(role, Redacted.value(databaseUrl))
    yield* Layer.build(layer.pipe(Layer.provideMerge(telemetryLayer(role))))
    enterServing()
    yield* Effect.logInfo("ready", { start_ms: Math.round(performance.now() - started) })
    process.send?.({ ready: true })
    // A blocked event loop sends no heartbeat, and the supervisor restarts the process.
    if (process.send) setInterval(() => process.send?.({ alive: true }), HEARTBEAT_MS).unref()
    return yield* Effect.raceFirst(
      until,
      Effect.tapError(eraEnds, () => Effect.sync(endSoon)),
    )
  }).pipe(
    Effect.onExit((exit) =>
      isFailure(exit) ? Effect.logFatal("the process ends", exit.cause) : Effect.logInfo("stopped"),
    ),
    Effect.scoped,
    Effect.provide(environment),
  )

  const fiber = Effect.runFork(program)
  fiber.addObserver((exit) => process.exit(isFailure(exit) ? exitCode(exit.cause) : 0))

  const stop = () => {
    setTimeout(() => process.exit(EXIT_FAILED), DRAIN_MS_MAX).unref()
    Effect.runFork(Fiber.interrupt(fiber))
  }
  const drain = () => {
    if (currentPhase() !== "serving") return stop()
    enterDraining(drainMs)
    setTimeout(stop, drainMs)
  }
  const replaced = (message: unknown) => {
    if (currentPhase() === "serving" && isHandOver(message)) void handOver(HAND_OVER_IDLE_MS).then(stop)
  }
  process.on("message", replaced)
  process.on("SIGTERM", drain)
  process.once("SIGINT", stop)
  if (process.send) process.once("disconnect", stop)
}

/** Drains nothing: what this process would still answer may be gone. */
const endSoon = () => setTimeout(() => process.exit(EXIT_ERA), ERA_MS_MAX).unref()

const isHandOver = (message: unknown): boolean =>
  typeof message === "object" && message !== null && (message as { readonly handOver?: unknown }).handOver === true

const isFailure = <A, E>(exit: Exit.Exit<A, E>): exit is Exit.Failure<A, E> =>
  Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)

function exitCode(cause: Cause.Cause<unknown>): number {
  const error = Cause.squash(cause)
  if (error instanceof EraChanged) return EXIT_ERA
  if (!(error instanceof InvalidConfig || error instanceof MigrationRefused)) return EXIT_FAILED
  // There is no log yet if the log's own settings are invalid.
  console.error(error.message)
  return EXIT_CONFIG
}
