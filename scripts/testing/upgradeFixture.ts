import { readFileSync, writeFileSync } from "node:fs"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"
import postgres from "postgres"
import { CHEAP_PASSWORDS, TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { readSchema } from "../run/dumpSchema.ts"

/** A whole database, as the release before wrote it. */
type Fixture = {
  /** Statements that create everything, read models included. */
  readonly schema: ReadonlyArray<string>
  readonly tables: ReadonlyArray<{ readonly name: string; readonly columns: string; readonly rows: string }>
  readonly sequences: ReadonlyArray<{ readonly name: string; readonly last: string }>
}

const FILE = new URL("upgradeFixture.json.br", import.meta.url)
/** The secrets of the installation that the fixture comes from. */
export const UPGRADE_SETTINGS = {
  MASTER_KEY: TEST_MASTER_KEY,
  WALLET_SEED: "07".repeat(32),
  ...CHEAP_PASSWORDS,
}

/** Each release writes its own. */
const WITHOUT_ROWS = ["cluster.asset"]

/** Writes a database into the fixture. Nothing else may use it at the same time. Returns the number of bytes. */
export async function writeUpgradeFixture(url: string): Promise<number> {
  const schema = await readSchema(url, { withReadModels: true })
  const sql = postgres(url, { max: 1 })
  try {
    const found = await sql<Array<{ name: string; columns: string }>>`
      select format('%I.%I', n.nspname, c.relname) as name,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1 order by 1`
    const tables = []
    for (const { name, columns } of found.filter((each) => !WITHOUT_ROWS.includes(each.name))) {
      const rows = await text(await sql.unsafe(`copy ${name} (${columns}) to stdout`).readable())
      if (rows !== "") tables.push({ name, columns, rows })
    }
    const sequences = await sql<Array<{ name: string; last: string }>>`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where last_value is not null order by 1`
    // A window of the whole text: rows of read models repeat their events.
    const params = {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    }
    const fixture: Fixture = { schema, tables, sequences }
    const bytes = brotliCompressSync(JSON.stringify(fixture), { params })
    writeFileSync(FILE, bytes)
    return bytes.length
  } finally {
    await sql.end()
  }
}

/** Restores the fixture into an empty database. */
export async function restoreUpgradeFixture(url: string): Promise<void> {
  const { schema, tables, sequences }: Fixture = JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString())
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    // Tables come in the order of their names: no trigger or foreign key looks at their rows.
    await sql.unsafe("set check_function_bodies = off; set session_replication_role = replica")
    await createAll(sql, schema)
    for (const { name, columns, rows } of tables)
      await pipeline(Readable.from([rows]), await sql.unsafe(`copy ${name} (${columns}) from stdin`).writable())
    for (const { name, last } of sequences) await sql`select setval(${name}::regclass, ${last}::bigint)`
  } finally {
    await sql.end()
  }
}

/** Runs statements of which some need others: those that fail run again after the rest. */
const createAll = async (sql: postgres.Sql, statements: ReadonlyArray<string>): Promise<void> => {
  const failed: Array<string> = []
  let cause: unknown
  for (const statement of statements)
    await sql.unsafe(statement).catch((error: unknown) => {
      failed.push(statement)
      cause = error
    })
  if (failed.length === statements.length && cause !== undefined) throw cause
  if (failed.length > 0) await createAll(sql, failed)
}
