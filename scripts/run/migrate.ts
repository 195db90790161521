import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import postgres from "postgres"

/** Directory of the numbered migrations. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url))

/** One file `0001_what_it_does.sql`. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The database and the files differ in a way that no migration can repair. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused"
}

// Advisory lock keys with the high byte 7 belong to the event store's floor lock.
const LOCK_KEY = "72057594037927937"
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Migrates a database to the newest schema. Applies every missing file in order, each in its own transaction, and
 * records it with its checksum in `meta.migration`. Concurrent callers wait for each other. Returns the applied
 * migrations.
 * @throws MigrationRefused if an applied file changed or is missing, or a new one is ordered before an applied one
 */
export async function migrate(
  url: string,
  { directory = MIGRATIONS, say = () => {} }: { directory?: string; say?: (line: string) => void } = {},
): Promise<ReadonlyArray<Migration>> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: "quire-migrate" } })
  try {
    await sql`select pg_advisory_lock(${LOCK_KEY}::bigint)`
    await sql.unsafe(`
      create schema if not exists meta;
      create table if not exists meta.migration (
        number     integer primary key,
        name       text not null,
        checksum   text not null,
        applied_at timestamptz not null default now()
      )`)
    const applied = await sql<Array<Omit<Migration, "text">>>`
      select number, name, checksum from meta.migration order by number`
    const missing = toApply(readMigrations(directory), applied)
    for (const migration of missing) {
      const started = performance.now()
      await apply(sql, migration)
      say(`migrated ${migration.name} (${Math.round(performance.now() - started)} ms)`)
    }
    return missing
  } finally {
    // The lock is released when the session ends.
    await sql.end()
  }
}

/** Returns all migrations of a directory in order; ignores other files. */
export function readMigrations(directory: string = MIGRATIONS): ReadonlyArray<Migration> {
  const migrations = readdirSync(directory)
    .filter((name) => name.endsWith(".sql") && name !== "schema.sql")
    .sort()
    .map((name) => {
      const number = Number(FILE_NAME.exec(name)?.[1])
      if (!number) throw new MigrationRefused(`migrations/${name} is not named like 0001_what_it_does.sql`)
      const text = readFileSync(join(directory, name), "utf8")
      return { number, name, text, checksum: createHash("sha256").update(text).digest("hex") }
    })
  for (const [index, { number, name }] of migrations.entries()) {
    const previous = migrations[index - 1]
    if (previous?.number === number)
      throw new MigrationRefused(`migrations/${previous.name} and ${name} have the same number`)
  }
  return migrations
}

function toApply(files: ReadonlyArray<Migration>, applied: ReadonlyArray<Omit<Migration, "text">>) {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  for (const { number, name, checksum } of applied) {
    const file = byNumber.get(number)
    if (!file)
      throw new MigrationRefused(
        `The database has ${name}, which this program does not know: it is older than the database.`,
      )
    if (file.checksum !== checksum)
      throw new MigrationRefused(
        `migrations/${file.name} changed after it was applied. Restore it and write a new migration. If the data may be lost, ` +
          "delete the database instead (npm start keeps its own in .quire) and start again.",
      )
  }
  const newest = applied.at(-1)
  const missing = files.filter((file) => !applied.some(({ number }) => number === file.number))
  const late = missing.find((file) => newest && file.number < newest.number)
  if (late && newest)
    throw new MigrationRefused(
      `migrations/${late.name} comes before ${newest.name}, which is applied. Give it a higher number.`,
    )
  return missing
}

async function apply(sql: postgres.Sql, { number, name, text, checksum }: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text)
      await transaction`insert into meta.migration ${transaction({ number, name, checksum })}`
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
