import { connect } from "#core/kernel"
import { type AppliedMigration, compareSchema, readMigrations } from "./migrations.ts"

/** A database that does not answer in this time is looked at by `/readyz`, not at the start. */
const LOOK_MS_MAX = 3_000

/** The schema is older than this program. A later start may succeed. */
export class SchemaBehind extends Error {
  override readonly name = "SchemaBehind"
}

/** Reads what is applied, in order. */
export const appliedMigrations = (sql: Queries): Promise<ReadonlyArray<AppliedMigration>> =>
  // Databases of releases before the kinds have no such column, and their migrations count as `contract`.
  sql.unsafe(`
    select number, name, checksum, coalesce(to_jsonb(m) ->> 'kind', 'contract') as kind
    from meta.migration m order by number`) as Promise<ReadonlyArray<AppliedMigration>>

type Queries = { readonly unsafe: (text: string) => unknown }

/**
 * Makes sure that a process fits its database before it serves. A release may run while the database is ahead of it by
 * `expand` migrations only. If the database does not answer, the process starts and reports that it is not ready.
 * @returns names of the migrations by which the database is ahead
 * @throws MigrationRefused if this program is too old, SchemaBehind if the database lacks migrations
 */
export async function requireSchema(databaseUrl: string): Promise<ReadonlyArray<string>> {
  const files = readMigrations()
  const sql = connect(databaseUrl, { connectionsMax: 1, name: "quire schema" })
  try {
    const applied = await Promise.race([
      appliedMigrations(sql).catch(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, LOOK_MS_MAX, null).unref()),
    ])
    if (applied === null) return []
    const { missing, ahead } = compareSchema(files, applied)
    const [first] = missing
    if (first !== undefined)
      throw new SchemaBehind(`The database lacks ${first.name}: npm start or npm run migrate brings it up to date.`)
    return ahead.map(({ name }) => name)
  } finally {
    void sql.end({ timeout: 0 })
  }
}
