import { Clock, Effect, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { TEST_MASTER_KEY } from "../../accounts/testing/people.ts"
import { keeperLayer } from "../keeper/keeperLayer.ts"

/** Starts a keeper in this process, on a database and a data directory. Returns how to stop it. */
export const startKeeper = async (
  url: string,
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> => {
  const own = { DATABASE_URL: url, MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", QUIRE_DATA_DIR: dataDirectory }
  const settings = Result.getOrThrow(readAppSettings({ ...own, ...env }))
  const runtime = ManagedRuntime.make(
    keeperLayer.pipe(
      Layer.provide(PostgresEventStore),
      Layer.provide(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(settings.masterKey)))),
      Layer.provide(Sql.layer(url, { connectionsMax: 2 })),
      Layer.provide(AppConfig.layerOf(settings)),
    ),
  )
  await runtime.runPromise(Effect.void)
  return () => runtime.dispose()
}

/** Runs an effect some time from now. */
export const later = (ms: number) => {
  const real = Clock.Clock.defaultValue()
  return Effect.provideService(Clock.Clock, {
    currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + ms,
    currentTimeMillis: Effect.map(real.currentTimeMillis, (nowMs) => nowMs + ms),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe(),
    currentTimeNanos: real.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration),
  })
}
