import type { SqlClient, SqlTransaction } from "#core/kernel"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { Projection } from "./Projection.ts"
import type { RowCache } from "./RowCache.ts"
import type { Key, Row, Table, Withheld } from "./Table.ts"

type Sql = SqlClient | SqlTransaction

/** Rows and characters of JSON per statement. */
const WRITE_ROWS_MAX = 5_000
const WRITE_CHARS_MAX = 8 * 1024 * 1024
/** Tables whose indexes are created at the same time. */
const INDEXED_AT_ONCE_MAX = 2
/** The first statement of a transaction whose commit does not wait for the disk. A later commit that waits covers it. */
export const COMMIT_LATER = "set local synchronous_commit = off"

/**
 * Creates the empty tables of a build, in one transaction. `createIndexes` adds keys and indexes after the bulk load, which is
 * faster.
 */
export const createTables = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  const tables = projection.tables.map(({ name, columns, storage }) => {
    const list = Object.entries(columns).map(
      ([column, { type, nullable }]) => `${quoteIdentifier(column)} ${type}${nullable ? "" : " not null"}`,
    )
    const parameters = storage === undefined ? "" : ` with (${storage})`
    return `create table ${tableIn(schema, name)} (${list.join(", ")})${parameters}`
  })
  await sql.unsafe([COMMIT_LATER, `create schema ${quoteIdentifier(schema)}`, ...tables].join("; "))
}

/**
 * Creates the primary keys (unless `createKeys` did) and the indexes of a build, and counts its rows for the planner.
 * Several tables at a time, each in one transaction whose commit does not wait for the disk: until the caller marks the
 * build as filled, a crash leaves it to be dropped.
 */
export const createIndexes = async (sql: SqlClient, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  const remaining = [...projection.tables]
  const indexRemaining = async () => {
    for (let table = remaining.shift(); table !== undefined; table = remaining.shift()) {
      const name = tableIn(schema, table.name)
      const indexes = table.indexes.map((index) => `create index on ${name} ${index}`)
      const key = (await hasKey(sql, schema, table)) ? [] : [addKey(schema, table)]
      await sql.unsafe([COMMIT_LATER, ...key, ...indexes, `analyze ${name}`].join("; "))
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: INDEXED_AT_ONCE_MAX }, indexRemaining))
  for (const each of ended) if (each.status === "rejected") throw each.reason
}

/** Creates missing primary keys. Safe to call from several workers at once. */
export const createKeys = async (sql: SqlClient, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  for (const table of projection.tables) {
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtext('projections.createKeys'), ${build}::int)`
      if (!(await hasKey(transaction as SqlTransaction, schema, table))) await transaction.unsafe(addKey(schema, table))
    })
  }
}

const hasKey = async (sql: Sql, schema: string, { name }: Table): Promise<boolean> => {
  const found =
    await sql`select 1 from pg_constraint where contype = 'p' and conrelid = ${tableIn(schema, name)}::text::regclass`
  return found.length > 0
}

const addKey = (schema: string, { name, key }: Table): string =>
  `alter table ${tableIn(schema, name)} add primary key (${key.map(quoteIdentifier).join(", ")})`

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
