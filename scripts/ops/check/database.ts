import { existsSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { connect, type SqlClient } from "#core/kernel"
import { compareSchema, readMigrations } from "../../../src/process/migrations.ts"
import { appliedMigrations } from "../../../src/process/requireSchema.ts"
import { embeddedHome } from "../../run/database.ts"
import { runningUrl } from "../../run/postgres.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { opensData } from "../lib/opensData.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"
import { reasonOf } from "./runChecks.ts"

/** The tested major version of PostgreSQL. */
const MAJOR = 18
/** Connections of one process: its pool, one each for its heartbeat, its era and its readiness, and one or two that listen or hold a lock. */
const CONNECTIONS_PER_PROCESS = 15
/** Time-based codes of a second step are valid for 30 s, and leases for 15 s. */
const SKEW_WARNING_MS = 1_000
const SKEW_PROBLEM_MS = 15_000
const SKEW_ASKS = 3

const database = findingsOf("database")
const migrations = findingsOf("migrations")
const clock = findingsOf("clock")
const masterKey = findingsOf("master key")

/** The database: version, rights, migrations, the clock, and whether the master key opens what is stored there. */
export const databaseCheck = (settings: CommandSettings, key: Uint8Array | undefined): Check => ({
  name: "database",
  todo: "Start it, and correct DATABASE_URL: host, port, role, password and database.",
  run: async () => {
    const url = settings.databaseUrl ? Redacted.value(settings.databaseUrl) : embeddedUrl(settings.dataDirectory)
    if (url === undefined) return [database.ok("the embedded PostgreSQL, which npm start starts")]
    const sql = connect(url, { connectionsMax: 1, name: "quire check" })
    try {
      const facts = await readFacts(sql)
      const findings = [...judgeDatabase(facts, settings), await judgeClock(sql)]
      return facts.isPrepared
        ? [...findings, ...(await judgeMigrations(sql)), ...(await judgeKey(sql, key))]
        : [...findings, migrations.ok("none yet; npm start or npm run migrate applies them")]
    } finally {
      void sql.end({ timeout: 0 })
    }
  },
})

/** The address of the embedded server, if it runs. Never creates its directory. */
const embeddedUrl = (directory: string): string | undefined =>
  existsSync(join(directory, "postgres")) || existsSync(join(directory, "postgres-home"))
    ? runningUrl(embeddedHome(directory), "quire")
    : undefined

export type DatabaseFacts = {
  readonly version: number
  readonly name: string
  readonly encoding: string
  readonly provider: string
  readonly isStandby: boolean
  readonly mayCreate: boolean
  readonly isPrepared: boolean
  readonly mayWrite: boolean
  readonly isLocal: boolean
  readonly isEncrypted: boolean
  readonly connectionsMax: number
  readonly isDurable: boolean
  readonly isArchiving: boolean
}

const readFacts = async (sql: SqlClient): Promise<DatabaseFacts> => {
  const [facts] = await sql<Array<DatabaseFacts>>`
    select current_setting('server_version_num')::int as version, current_database() as name,
      current_setting('server_encoding') as encoding, d.datlocprovider::text as provider,
      pg_is_in_recovery() as "isStandby",
      has_database_privilege(current_database(), 'create') as "mayCreate",
      to_regclass('meta.migration') is not null as "isPrepared",
      coalesce(has_table_privilege(to_regclass('es.event'), 'insert'), true) as "mayWrite",
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      current_setting('max_connections')::int as "connectionsMax",
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "isDurable",
      coalesce((select last_failed_time <= coalesce(last_archived_time, '-infinity') from pg_stat_archiver), true)
        as "isArchiving"
    from pg_database d where d.datname = current_database()`
  if (facts === undefined) throw new Error("the database is not in its own catalog")
  return facts
}

/** What these facts mean for this configuration. */
export const judgeDatabase = (
  facts: DatabaseFacts,
  { roles, stage }: Pick<CommandSettings, "roles" | "stage">,
): ReadonlyArray<Finding> => {
  const { version, name, encoding, provider, connectionsMax } = facts
  const connections = roles.length * CONNECTIONS_PER_PROCESS
  const major = Math.floor(version / 10_000)
  const wrong = [
    major < MAJOR &&
      database.problem(`PostgreSQL ${major} is too old`, `Use PostgreSQL ${MAJOR}: the schema needs it.`),
    major > MAJOR &&
      database.warning(`PostgreSQL ${major} is newer than what is tested`, `Use PostgreSQL ${MAJOR} in production.`),
    facts.isStandby &&
      database.problem("this server is a standby and refuses writes", "Name the primary in DATABASE_URL."),
    encoding !== "UTF8" &&
      database.problem(`the encoding is ${encoding}`, `create database ${name} encoding 'UTF8' template template0`),
    provider !== "i" &&
      database.warning(
        "the locale provider is not ICU, so texts sort differently",
        `create database ${name} locale_provider icu icu_locale 'und' template template0`,
      ),
    !facts.mayCreate &&
      database.problem("this role may not create schemas", `grant create on database ${name} to the role`),
    !facts.mayWrite &&
      database.problem(
        "this role may not append events",
        "Use the role that owns the tables, or grant it their rights.",
      ),
    !facts.isDurable &&
      (stage === "production" ? database.problem : database.warning)(
        "the server does not wait for its disk",
        "Set fsync = on and synchronous_commit = on.",
      ),
    !facts.isArchiving &&
      database.problem(
        "the last segment of the server's log could not be archived, so later times cannot be restored",
        "Look into the log of PostgreSQL: space and rights of the archive, and archive_command.",
      ),
    !facts.isLocal &&
      !facts.isEncrypted &&
      database.warning(
        "the connection to another machine is not encrypted",
        "Append ?sslmode=require to DATABASE_URL.",
      ),
    connectionsMax < connections &&
      database.warning(
        `max_connections is ${connectionsMax}; ${roles.length} processes of one machine use up to ${connections}`,
        "Raise max_connections to the sum of all machines, and some for operators.",
      ),
  ].filter((finding) => finding !== false)
  return wrong.length > 0 ? wrong : [database.ok(`PostgreSQL ${major}.${version % 10_000}, database ${name}`)]
}

const judgeMigrations = async (sql: SqlClient): Promise<ReadonlyArray<Finding>> => {
  try {
    const { missing, ahead } = compareSchema(readMigrations(), await appliedMigrations(sql))
    const found: ReadonlyArray<Finding> = [
      ...(missing.length > 0
        ? [migrations.warning(`${missing.length} are not applied yet`, "Run npm run migrate before the processes.")]
        : []),
      ...(ahead.length > 0
        ? [migrations.warning(`the database is ahead by ${ahead.length}`, "Update this machine to the newer release.")]
        : []),
    ]
    return found.length > 0 ? found : [migrations.ok("all are applied")]
  } catch (error) {
    return [migrations.problem(reasonOf(error), "Install the release that the database belongs to.")]
  }
}

/** Compares the clocks by the fastest of a few requests: the difference is uncertain by half its round trip. */
const judgeClock = async (sql: SqlClient): Promise<Finding> => {
  let best = { trip: Number.POSITIVE_INFINITY, skew: 0 }
  for (let ask = 0; ask < SKEW_ASKS; ask++) {
    const before = Date.now()
    const [row] = await sql<Array<{ ms: number }>>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    const trip = Date.now() - before
    if (trip < best.trip) best = { trip, skew: before + trip / 2 - (row?.ms ?? 0) }
  }
  return judgeSkew(best.skew)
}

/** @param skewMs how far the clock of this machine is ahead of the database's */
export const judgeSkew = (skewMs: number): Finding => {
  const ms = Math.abs(skewMs)
  const text = `${Math.round(ms)} ms ${skewMs < 0 ? "behind" : "ahead of"} the database`
  if (ms > SKEW_PROBLEM_MS)
    return clock.problem(text, "Synchronise the clocks of both machines (chrony, systemd-timesyncd).")
  if (ms > SKEW_WARNING_MS)
    return clock.warning(text, "Synchronise the clocks of both machines (chrony, systemd-timesyncd).")
  return clock.ok(text)
}

/** Opens one stored key of a person: another master key would lose all personal data. */
const judgeKey = async (sql: SqlClient, key: Uint8Array | undefined): Promise<ReadonlyArray<Finding>> => {
  if (key === undefined) return []
  const opens = await opensData(sql, key)
  if (opens === null) return [masterKey.ok("no personal data is stored yet")]
  if (opens) return [masterKey.ok("opens the personal data of this database")]
  return [
    masterKey.problem(
      "does not open the personal data of this database",
      "Set the MASTER_KEY with which this database was filled; all machines need the same.",
    ),
  ]
}
