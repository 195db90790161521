import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { RowCache } from "./RowCache.ts"
import type { Projection } from "./Projection.ts"
import type { Row, Table } from "./Table.ts"

type Sql = SqlClient | SqlTransaction

/** The schema that holds one build of a projection's tables. */
export const schemaOf = (name: string, build: number): string => `rm_${name}_${build}`

/** Creates the tables of a build, empty; indexes come with `createIndexes`, cheaper after a bulk load. */
export const createTables = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  await sql.unsafe(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  for (const table of projection.tables) {
    const columns = Object.entries(table.columns).map(([name, { type, nullable }]) => `${name} ${type}${nullable ? "" : " not null"}`)
    await sql.unsafe(`create table ${schema}.${table.name} (${columns.join(", ")})`)
  }
}

/** Creates the primary keys and indexes of a build. */
export const createIndexes = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  const schema = schemaOf(projection.name, build)
  for (const table of projection.tables) {
    await sql.unsafe(`alter table ${schema}.${table.name} add primary key (${table.key.join(", ")})`)
    for (const index of table.indexes) await sql.unsafe(`create index on ${schema}.${table.name} ${index}`)
    await sql.unsafe(`analyze ${schema}.${table.name}`)
  }
}

/** Points the views that queries read at a build. */
export const pointViews = async (sql: Sql, projection: Projection, build: number): Promise<void> => {
  for (const { name } of projection.tables) {
    await sql.unsafe(`drop view if exists read.${name}; create view read.${name} as select * from ${schemaOf(projection.name, build)}.${name}`)
  }
}

/** Loads rows into the cache by their keys; keys without a row are noted as absent. */
export const loadRows = async (
  sql: Sql,
  schema: string,
  table: Table,
  keys: ReadonlyArray<ReadonlyArray<string | number>>,
  cache: RowCache,
): Promise<void> => {
  for (const key of keys) cache.load(table, key, null)
  const columns = Object.entries(table.columns).map(([name, { read }]) => `${read(`t.${name}`)} as ${name}`)
  const wanted = table.key.map((name) => `${name} ${table.columns[name]?.type}`).join(", ")
  const on = table.key.map((name) => `t.${name} = k.${name}`).join(" and ")
  const rows = await sql.unsafe<Array<Row>>(
    `select ${columns.join(", ")} from jsonb_to_recordset($1::text::jsonb) as k(${wanted}) join ${schema}.${table.name} t on ${on}`,
    [JSON.stringify(keys.map((key) => Object.fromEntries(table.key.map((name, index) => [name, key[index]]))))],
  )
  for (const row of rows) {
    cache.load(
      table,
      table.key.map((name) => row[name] as string | number),
      { ...row },
    )
  }
}

/** Writes everything that folds have changed: one upsert and one delete per table. */
export const writeRows = async (sql: Sql, schema: string, cache: RowCache): Promise<void> => {
  for (const { table, rows, gone } of cache.dirty()) {
    const names = Object.keys(table.columns)
    if (rows.length > 0) {
      const rest = names.filter((name) => !table.key.includes(name))
      const action = rest.length === 0 ? "nothing" : `update set ${rest.map((name) => `${name} = excluded.${name}`).join(", ")}`
      await sql.unsafe(
        `insert into ${schema}.${table.name} (${names.join(", ")})
         select ${names.join(", ")} from jsonb_populate_recordset(null::${schema}.${table.name}, $1::text::jsonb)
         on conflict (${table.key.join(", ")}) do ${action}`,
        [JSON.stringify(rows)],
      )
    }
    if (gone.length > 0) {
      const wanted = table.key.map((name) => `${name} ${table.columns[name]?.type}`).join(", ")
      await sql.unsafe(
        `delete from ${schema}.${table.name} t using jsonb_to_recordset($1::text::jsonb) as k(${wanted})
         where ${table.key.map((name) => `t.${name} = k.${name}`).join(" and ")}`,
        [JSON.stringify(gone.map((key) => Object.fromEntries(table.key.map((name, index) => [name, key[index]]))))],
      )
    }
  }
}
