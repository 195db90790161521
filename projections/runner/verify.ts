import type { SqlClient, SqlTransaction } from "#core/kernel"
import { inAlignedSnapshot } from "./inAlignedSnapshot.ts"
import { withLock } from "./lock.ts"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { Projection } from "./Projection.ts"

export type TableDigest = { readonly table: string; readonly rows: number; readonly digestTable: string }
export type Verdict = {
  /** The position of both builds. */
  readonly position: number
  readonly equal: boolean
  readonly tables: ReadonlyArray<{
    readonly table: string
    readonly rows: readonly [number, number]
    readonly equal: boolean
  }>
  /** Parked keys of each build: it lacks the changes of their events. */
  readonly parkedKeys: readonly [number, number]
}

/** How long a verification waits for both builds to reach the same position. */
export const VERIFY_WAIT_MS_MAX = 60_000

/**
 * Compares two builds of a projection row by row, by digest, at the same position, while both continue. Fails if no
 * runner follows them, or with Busy while another verification of the projection runs.
 */
export const verify = (
  sql: SqlClient,
  projection: Projection,
  builds: readonly [number, number],
  { waitMsMax = VERIFY_WAIT_MS_MAX }: { readonly waitMsMax?: number } = {},
): Promise<Verdict> =>
  withLock(sql, "verify", projection.name, "refuse", () =>
    inAlignedSnapshot(sql, projection.name, builds, { waitMsMax }, (snapshot, position) =>
      compare(snapshot, projection, builds, position),
    ),
  )

/** Row count and order-independent digest of every table of a build. */
export const digest = async (
  sql: SqlClient | SqlTransaction,
  projection: Projection,
  build: number,
): Promise<ReadonlyArray<TableDigest>> => {
  const digests: Array<TableDigest> = []
  for (const { name, columns } of projection.tables) {
    const list = Object.keys(columns).map(quoteIdentifier).join(", ")
    const [row] = await sql.unsafe<Array<{ rows: number; digest: string }>>(
      `select count(*) as rows, coalesce(sum(hashtextextended(row(${list})::text, 0)::numeric), 0)::text as digest
       from ${tableIn(schemaOf(projection.name, build), name)}`,
    )
    digests.push({ table: name, rows: row?.rows ?? 0, digestTable: row?.digest ?? "" })
  }
  return digests
}

const compare = async (
  sql: SqlTransaction,
  projection: Projection,
  [a, b]: readonly [number, number],
  position: number,
): Promise<Verdict> => {
  const first = await digest(sql, projection, a)
  const second = await digest(sql, projection, b)
  const tables = first.map(({ table, rows, digestTable: mine }, index) => {
    const other = second[index]
    return { table, rows: [rows, other?.rows ?? 0] as const, equal: mine === other?.digestTable }
  })
  const parkedKeys = [await parkedKeysOf(sql, projection.name, a), await parkedKeysOf(sql, projection.name, b)] as const
  return { position, equal: tables.every(({ equal }) => equal), tables, parkedKeys }
}

const parkedKeysOf = async (sql: SqlTransaction, name: string, build: number): Promise<number> => {
  const [row] = await sql<Array<{ keys: number }>>`
    select count(distinct park_key) as keys from es.fault where name = ${name} and build = ${build} and error is not null`
  return row?.keys ?? 0
}
