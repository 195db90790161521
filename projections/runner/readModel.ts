import type { SqlClient, SqlTransaction } from "#core/kernel"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { Projection } from "./Projection.ts"
import type { RowCache } from "./RowCache.ts"
import type { Key, Row, Table, Withheld } from "./Table.ts"

type Sql = SqlClient | SqlTransaction

/** Rows and characters of JSON per statement. */
const WRITE_ROWS_MAX = 5_000
const WRITE_CHARS_MAX = 8 * 1024 * 1024

/** Creates the empty tables of a build. `createIndexes` adds keys and indexes after the bulk load, which is faster. */
export const createTables = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  await sql.unsafe(`create schema ${quoteIdentifier(schema)}`)
  for (const { name, columns, storage } of projection.tables) {
    const list = Object.entries(columns).map(
      ([column, { type, nullable }]) => `${quoteIdentifier(column)} ${type}${nullable ? "" : " not null"}`,
    )
    const parameters = storage === undefined ? "" : ` with (${storage})`
    await sql.unsafe(`create table ${tableIn(schema, name)} (${list.join(", ")})${parameters}`)
  }
}

/** Creates the primary keys (unless `createKeys` did) and the indexes of a build, and counts its rows for the planner. */
export const createIndexes = async (sql: SqlClient, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  await createKeys(sql, projection, build)
  for (const { name, indexes } of projection.tables) {
    for (const index of indexes) await sql.unsafe(`create index on ${tableIn(schema, name)} ${index}`)
    await sql.unsafe(`analyze ${tableIn(schema, name)}`)
  }
}

/** Creates missing primary keys. Safe to call from several workers at once. */
export const createKeys = async (sql: SqlClient, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  for (const { name, key } of projection.tables) {
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtext('projections.createKeys'), ${build}::int)`
      const found =
        await transaction`select 1 from pg_constraint where contype = 'p' and conrelid = ${tableIn(schema, name)}::text::regclass`
      if (found.length > 0) return
      await transaction.unsafe(
        `alter table ${tableIn(schema, name)} add primary key (${key.map(quoteIdentifier).join(", ")})`,
      )
    })
  }
}

/** Points the views in `read` to a build. */
export const pointViews = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  for (const { name, withheld } of projection.tables) {
    const source = `select * from ${tableIn(schema, name)}`
    await pointView(
      sql,
      name,
      withheld === undefined ? source : `${source} where not (${isWithheld(schema, withheld)})`,
    )
    if (withheld !== undefined)
      await pointView(sql, `${name}_withheld`, `${source} where ${isWithheld(schema, withheld)}`)
  }
}

const pointView = (sql: Sql, name: string, query: string) =>
  sql.unsafe(`drop view if exists ${tableIn("read", name)}; create view ${tableIn("read", name)} as ${query}`)

/** The other table is read once per query and not joined, so that plans stay what they are without the condition. */
const isWithheld = (schema: string, { flag, within }: Withheld): string => {
  if (within === undefined) return quoteIdentifier(flag)
  const column = quoteIdentifier(within.column)
  return `${quoteIdentifier(flag)} or ${column} in (select ${column} from ${tableIn(schema, within.table)})`
}

/** Loads rows into the cache by key; keys without a row are marked absent. */
export const loadRows = async (
  sql: Sql,
  schema: string,
  table: Table,
  keys: ReadonlyArray<Key>,
  cache: RowCache,
): Promise<void> => {
  const columns = Object.entries(table.columns).map(
    ([name, { read }]) => `${read(`t.${quoteIdentifier(name)}`)} as ${quoteIdentifier(name)}`,
  )
  const rows = await sql.unsafe<Array<Row>>(
    `select ${columns.join(", ")} from ${keysOf(table)} join ${tableIn(schema, table.name)} t on ${sameKey(table)}`,
    [keysJson(table, keys)],
    { prepare: true },
  )
  for (const key of keys) cache.load(table, key, null)
  for (const row of rows)
    cache.load(
      table,
      table.key.map((name) => row[name] as string | number),
      { ...row },
    )
}

/** Writes all changed rows: upserts and deletes, table by table. */
export const writeRows = async (sql: Sql, schema: string, cache: RowCache): Promise<void> => {
  for (const { table, rows, deleted: gone } of cache.dirty()) {
    for (const chunk of chunksOf(rows)) await sql.unsafe(upsert(schema, table), [chunk], { prepare: true })
    for (let from = 0; from < gone.length; from += WRITE_ROWS_MAX) {
      await sql.unsafe(
        `delete from ${tableIn(schema, table.name)} t using ${keysOf(table)} where ${sameKey(table)}`,
        [keysJson(table, gone.slice(from, from + WRITE_ROWS_MAX))],
        { prepare: true },
      )
    }
  }
}

const upsert = (schema: string, table: Table): string => {
  const into = tableIn(schema, table.name)
  const names = Object.keys(table.columns)
  const list = names.map(quoteIdentifier).join(", ")
  const rest = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
  return `insert into ${into} (${list}) select ${list} from jsonb_populate_recordset(null::${into}, $1::text::jsonb)
    on conflict (${table.key.map(quoteIdentifier).join(", ")}) do ${rest.length === 0 ? "nothing" : `update set ${rest.join(", ")}`}`
}

/** The rows as JSON arrays, each small enough for one statement. */
function* chunksOf(rows: ReadonlyArray<Row>): Generator<string> {
  let texts: Array<string> = []
  let chars = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    texts.push(text)
    chars += text.length
    if (texts.length < WRITE_ROWS_MAX && chars < WRITE_CHARS_MAX) continue
    yield `[${texts.join(",")}]`
    texts = []
    chars = 0
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`
}

const keysOf = ({ key, columns }: Table): string =>
  `jsonb_to_recordset($1::text::jsonb) as k(${key.map((name) => `${quoteIdentifier(name)} ${columns[name]?.type}`).join(", ")})`

const sameKey = ({ key }: Table): string =>
  key.map((name) => `t.${quoteIdentifier(name)} = k.${quoteIdentifier(name)}`).join(" and ")

const keysJson = ({ key }: Table, keys: ReadonlyArray<Key>): string =>
  JSON.stringify(keys.map((values) => Object.fromEntries(key.map((name, index) => [name, values[index]]))))
