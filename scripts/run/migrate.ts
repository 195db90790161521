import postgres from "postgres"
import { connect, type SqlClient } from "#core/kernel"
import { compareSchema, MIGRATIONS, type Migration, readMigrations } from "../../src/process/migrations.ts"
import { appliedMigrations } from "../../src/process/requireSchema.ts"

// Advisory lock keys with the high byte 7 belong to the event store's floor lock.
const LOCK_KEY = "72057594037927937"

/**
 * Migrates a database to the newest schema. Applies every missing file in order, each in its own transaction, and
 * records it with its checksum and kind in `meta.migration`. Concurrent callers wait for each other. Returns the applied
 * migrations. A database that is ahead by `expand` migrations stays as it is.
 * @throws MigrationRefused if an applied file changed, one is missing that is not marked as `expand`, or a new one is
 * ordered before an applied one
 */
export async function migrate(
  url: string,
  { directory = MIGRATIONS, log = () => {} }: { directory?: string; log?: (line: string) => void } = {},
): Promise<ReadonlyArray<Migration>> {
  const sql = connect(url, { connectionsMax: 1, name: "quire-migrate" })
  try {
    await sql`select pg_advisory_lock(${LOCK_KEY}::bigint)`
    await sql.unsafe(`
      create schema if not exists meta;
      create table if not exists meta.migration (
        number     integer primary key,
        name       text not null,
        checksum   text not null,
        applied_at timestamptz not null default now()
      );
      alter table meta.migration add column if not exists kind text not null default 'contract'`)
    const { missing, ahead } = compareSchema(readMigrations(directory), await appliedMigrations(sql))
    for (const { name } of ahead) log(`the database is ahead by ${name}, which this release may run with`)
    for (const migration of missing) {
      const started = performance.now()
      await apply(sql, migration)
      log(`migrated ${migration.name} (${Math.round(performance.now() - started)} ms)`)
    }
    return missing
  } finally {
    // The lock is released when the session ends.
    await sql.end()
  }
}

async function apply(sql: SqlClient, { number, name, text, checksum, kind }: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text)
      await transaction`insert into meta.migration ${transaction({ number, name, checksum, kind })}`
    })
  } catch (error) {
    throw new Error(`migrations/${name} failed: ${describe(error, text)}`, { cause: error })
  }
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof postgres.PostgresError)) return String(error)
  const position = Number(error.position)
  const line = position ? ` (line ${text.slice(0, position).split("\n").length})` : ""
  return `${error.message}${line}${error.hint ? `. ${error.hint}` : ""}`
}
