import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Build } from "./Build.ts"
import { inAlignedSnapshot } from "./inAlignedSnapshot.ts"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { Projection } from "./Projection.ts"
import { CannotSwitch } from "./switch.ts"

/** How long both builds may take to reach the same position. */
const COMPARE_WAIT_MS_MAX = 60_000

/** A table whose rows two builds do not have in common. */
type Difference = {
  readonly table: string
  /** Columns with other values; none if there are other numbers of rows. */
  readonly columns: ReadonlyArray<string>
  readonly rows: readonly [number, number]
}

/**
 * Compares the live build with the one that shall replace it, at the same position: all columns that both have, except
 * those that the version declares as changed.
 * @param drive moves the other build forward, if no runner does
 * @throws CannotSwitch if they differ
 */
export const requireEqual = async (
  sql: SqlClient,
  projection: Projection,
  live: Pick<Build, "build">,
  build: number,
  drive?: () => Promise<void>,
): Promise<void> => {
  const { name } = projection
  const builds = [live.build, build] as const
  const options = { waitMsMax: COMPARE_WAIT_MS_MAX, ...(drive && { drive }) }
  const differences = await inAlignedSnapshot(sql, name, builds, options, (snapshot) =>
    findDifferences(snapshot, projection, builds),
  )
  if (differences.length === 0) return
  const found = differences.map(({ table, columns, rows }) =>
    columns.length === 0
      ? `${table} has ${rows[1]} rows instead of ${rows[0]}`
      : `${columns.join(", ")} of ${table} (${rows[0]} rows)`,
  )
  throw new CannotSwitch(
    `build ${build} of ${name} differs from the live build ${live.build} in ${found.join("; ")}. To switch anyway: ` +
      `npm run ops -- projections switch ${name} --build ${build} --despite REASON`,
  )
}

const findDifferences = async (
  sql: SqlTransaction,
  projection: Projection,
  builds: readonly [number, number],
): Promise<ReadonlyArray<Difference>> => {
  const differences: Array<Difference> = []
  for (const [table, columns] of await findShared(sql, projection, builds)) {
    const digests = await digestColumns(sql, projection, builds, table, columns)
    const rows = [digests[0].rows, digests[1].rows] as const
    const changed = columns.filter((_, at) => digests[0].columns[at] !== digests[1].columns[at])
    if (rows[0] !== rows[1]) differences.push({ table, columns: [], rows })
    else if (changed.length > 0) differences.push({ table, columns: changed, rows })
  }
  return differences
}

/** The columns that both builds have with the same type, by table, without those that are meant to change. */
const findShared = async (
  sql: SqlTransaction,
  { name, tables, changes }: Projection,
  [one, other]: readonly [number, number],
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const rows = await sql<Array<{ table: string; columns: ReadonlyArray<string> }>>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns a join information_schema.columns b using (table_name, column_name, udt_name)
    where a.table_schema = ${schemaOf(name, one)} and b.table_schema = ${schemaOf(name, other)}
    group by table_name order by table_name`
  const shared = rows.flatMap(({ table, columns }): ReadonlyArray<[string, ReadonlyArray<string>]> => {
    const meant = changes[table] ?? []
    const key = tables.find((each) => each.name === table)?.key ?? []
    // Rows with another key are other rows.
    if (meant === "rows" || key.some((each) => !columns.includes(each) || meant.includes(each))) return []
    return [[table, columns.filter((column) => !meant.includes(column))]]
  })
  return new Map(shared)
}

type Digests = { readonly rows: number; readonly columns: ReadonlyArray<string> }

/** One digest for each column, of its values with the keys of their rows; the order of rows does not matter. */
const digestColumns = async (
  sql: SqlTransaction,
  { name, tables }: Projection,
  builds: readonly [number, number],
  table: string,
  columns: ReadonlyArray<string>,
): Promise<readonly [Digests, Digests]> => {
  const key = (tables.find((each) => each.name === table)?.key ?? []).map(quoteIdentifier)
  const digest = async (build: number, values: ReadonlyArray<ReadonlyArray<string>>): Promise<Digests> => {
    const sums = values.map(
      (list) => `coalesce(sum(hashtextextended(row(${[...key, ...list].join(", ")})::text, 0)::numeric), 0)::text`,
    )
    const [row] = await sql.unsafe<Array<Digests>>(
      `select count(*) as rows, array[${sums.join(", ")}] as columns from ${tableIn(schemaOf(name, build), table)}`,
    )
    return row ?? { rows: 0, columns: [] }
  }
  const both = async (values: ReadonlyArray<ReadonlyArray<string>>) =>
    [await digest(builds[0], values), await digest(builds[1], values)] as const
  const quoted = columns.map(quoteIdentifier)
  // All columns at once cost a fraction of each by itself, and are equal as a rule.
  const [one, other] = await both([quoted])
  const isEqual = one.rows === other.rows && one.columns[0] === other.columns[0]
  return isEqual
    ? [
        { ...one, columns: [] },
        { ...other, columns: [] },
      ]
    : both(quoted.map((column) => [column]))
}
