import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, Redacted, Result } from "effect"
import { AppConfig, createLog, Log, readAppSettings, Sealing, Sql, type SqlClient } from "#core/kernel"
import { type Decode, decodeEvent, ProjectionRunner, type Workers } from "#projections/runner"
import { projections } from "../../../projections/registry.ts"
import { compareSchema, readMigrations } from "../../../src/process/migrations.ts"
import { appliedMigrations } from "../../../src/process/requireSchema.ts"
import { type Services, ServicesLayer } from "../../../src/process/runtime.ts"
import { embeddedHome, openDatabase } from "../../run/database.ts"
import { appEnvironment, type CommandSettings, commandSettings } from "../../run/settings.ts"
import { beforeEnd } from "./ending.ts"
import { Refused } from "./exit.ts"
import { terminal } from "./terminal.ts"

/** The resources of a running command. */
export interface Session {
  readonly dataDirectory: string
  readonly sql: SqlClient
  readonly masterKey: Uint8Array
  readonly decode: Decode
  /** Splits a rebuild over threads. */
  readonly workers: (count: number) => Workers
  /** Runs one round of all projections, needed if no worker runs. Returns whether any made progress. */
  readonly round: () => Promise<boolean>
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
}

const registry = new URL("../../../projections/registry.ts", import.meta.url).href

/**
 * Opens the product's database for one command: the configured one, the running embedded one, or the embedded one
 * started for the duration of the command.
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
          dataDirectory: settings.dataDirectory,
          sql,
          masterKey,
          decode: (projection, event) => decodeEvent(projection, sealing, event),
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

/**
 * Fails if no installation exists. A mistyped directory must not create a new database, and a new key could not open
 * data sealed with the old one.
 */
const refuseMissing = (settings: CommandSettings): void => {
  const { databaseUrl, dataDirectory } = settings
  const hasCluster = () => existsSync(dataDirectory) && existsSync(join(embeddedHome(dataDirectory), "data"))
  if (databaseUrl === undefined && !hasCluster()) {
    throw new Refused(`There is no embedded database in ${dataDirectory}. npm start creates one.`)
  }
  refuseMissingKey(settings)
}

/** Fails without a master key: a command must not generate one, because it could not open what another one has sealed. */
export const refuseMissingKey = ({
  dataDirectory,
  masterKey,
}: Pick<CommandSettings, "dataDirectory" | "masterKey">): void => {
  if (masterKey === undefined && !existsSync(join(dataDirectory, "master.key")))
    throw new Refused(`There is no master key in ${dataDirectory}. Restore master.key, or set MASTER_KEY.`)
}

/**
 * Refuses a database with another schema version: a reading command must not migrate it, least of all while the product
 * runs.
 */
const refuseOtherSchema = async (sql: SqlClient): Promise<void> => {
  const [found] = await sql<Array<{ there: boolean }>>`select to_regclass('meta.migration') is not null as there`
  if (!found?.there) throw new Refused("The database is empty: npm start or npm run migrate prepares it.")
  const [missing] = compareSchema(readMigrations(), await appliedMigrations(sql)).missing
  if (missing)
    throw new Refused(`The database lacks ${missing.name}: npm start or npm run migrate brings it up to date.`)
}
