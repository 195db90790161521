import { Effect, Layer, Redacted, Result } from "effect"
import { AppConfig, createLog, Log, readAppSettings, Sealing, Sql, type SqlClient } from "#core/kernel"
import { type Decode, decodeHeard, ProjectionRunner, type Workers } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { type Services, ServicesLayer } from "../../../src/process/runtime.ts"
import { openDatabase } from "../../run/database.ts"
import { appEnvironment, commandSettings } from "../../run/settings.ts"
import { beforeEnd } from "./ending.ts"
import { Refused } from "./exit.ts"
import { refuseMissing, refuseOtherSchema } from "./ready.ts"
import { terminal } from "./terminal.ts"

/** What a command works with while it runs. */
export interface Session {
  readonly sql: SqlClient
  readonly decode: Decode
  /** Splits a rebuild over threads. */
  readonly workers: (count: number) => Workers
  /** Carries all projections one step forward: needed where no worker runs. Answers whether anything moved. */
  readonly round: () => Promise<boolean>
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
}

const registry = new URL("../../../projections/registry.ts", import.meta.url).href

/**
 * Opens the product's database for one command: the configured one, the running embedded one, or the embedded one
 * started for as long as the command takes.
 */
export const withSession = async <A>(work: (session: Session) => Promise<A>): Promise<A> => {
  const settings = commandSettings(terminal().env)
  refuseMissing(settings)
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl && Redacted.value(settings.databaseUrl),
    dataDirectory: settings.dataDirectory,
  })
  const forget = beforeEnd(database.close)
  try {
    const environment = appEnvironment(settings, database.url, terminal().env)
    const app = readAppSettings(environment)
    if (Result.isFailure(app)) throw new Refused(app.failure.message)
    const masterKey = Redacted.value(app.success.masterKey)
    const log = await createLog({ level: "warn", format: settings.logFormat, name: "ops" }, terminal().stderr)
    const layer = ProjectionRunner.layer({
      projections,
      loop: false,
      log: (level, message, details) => log[level](details, message),
    }).pipe(
      Layer.provideMerge(ServicesLayer),
      Layer.provideMerge(Layer.mergeAll(AppConfig.layerOf(app.success), Log.layerOf(log))),
    )
    const program = Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const sealing = yield* Sealing
      const runner = yield* ProjectionRunner
      const services = yield* Effect.context<Services>()
      yield* Effect.promise(() => refuseOtherSchema(sql))
      return yield* Effect.promise(() =>
        work({
          sql,
          decode: (projection, event) => decodeHeard(projection, sealing, event),
          workers: (count) => ({ count, url: database.url, registry, masterKey }),
          round: () => Effect.runPromise(runner.round),
          run: (effect) => Effect.runPromiseWith(services)(effect),
        }),
      )
    })
    return await Effect.runPromise(program.pipe(Effect.provide(layer), Effect.scoped))
  } finally {
    forget()
    await database.close()
  }
}
