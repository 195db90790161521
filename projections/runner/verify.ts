import type { SqlClient } from "#core/kernel"
import { findBuild } from "./Build.ts"
import type { Projection } from "./Projection.ts"
import { schemaOf } from "./readModel.ts"

export type TableDigest = { readonly table: string; readonly rows: number; readonly digest: string }
export type Verdict = {
  readonly position: number
  readonly equal: boolean
  readonly tables: ReadonlyArray<{ readonly table: string; readonly rows: readonly [number, number]; readonly equal: boolean }>
}

/** How long a verification waits for both builds to stand at one position. */
export const VERIFY_WAIT_MS_MAX = 60_000
const VERIFY_POLL_MS = 20

/**
 * Compares two builds of a projection at one and the same position: both are held there for as long as the digests
 * take, then let go. Needs a runner that follows both.
 */
export const verify = async (
  sql: SqlClient,
  projection: Projection,
  builds: readonly [number, number],
  nowMs: () => number = () => Math.round(performance.now()),
): Promise<Verdict> => {
  const { name } = projection
  const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
  const position = row?.settled ?? 0
  await sql`update es.projection set hold_at = greatest(position, ${position}) where name = ${name} and build = any(${[...builds]})`
  try {
    await sql`update es.projection set hold_at = (select max(hold_at) from es.projection where name = ${name} and build = any(${[...builds]}))
      where name = ${name} and build = any(${[...builds]})`
    const until = nowMs() + VERIFY_WAIT_MS_MAX
    for (;;) {
      const found = await Promise.all(builds.map((build) => findBuild(sql, name, build)))
      const [first, second] = found
      if (!first || !second) throw new Error(`no build ${builds.join(" or ")} of ${name}`)
      if (first.position === second.position && first.position === first.hold_at) return await compare(sql, projection, builds, first.position)
      if (nowMs() > until) throw new Error(`builds ${builds.join(" and ")} of ${name} did not reach position ${first.hold_at}: is a worker running?`)
      await new Promise((resolve) => setTimeout(resolve, VERIFY_POLL_MS))
    }
  } finally {
    await sql`update es.projection set hold_at = null where name = ${name} and build = any(${[...builds]})`
  }
}

/** Row count and order-free digest of every table of a build. */
export const digest = (sql: SqlClient, projection: Projection, build: number): Promise<ReadonlyArray<TableDigest>> =>
  Promise.all(
    projection.tables.map(async ({ name, columns }) => {
      const list = Object.keys(columns).join(", ")
      const [row] = await sql.unsafe<Array<{ rows: number; digest: string }>>(
        `select count(*) as rows, coalesce(sum(hashtextextended(row(${list})::text, 0)::numeric), 0)::text as digest
         from ${schemaOf(projection.name, build)}.${name}`,
      )
      return { table: name, rows: row?.rows ?? 0, digest: row?.digest ?? "" }
    }),
  )

const compare = async (sql: SqlClient, projection: Projection, [a, b]: readonly [number, number], position: number): Promise<Verdict> => {
  const [first, second] = await Promise.all([digest(sql, projection, a), digest(sql, projection, b)])
  const tables = first.map((mine, index) => {
    const other = second[index]
    return { table: mine.table, rows: [mine.rows, other?.rows ?? 0] as const, equal: mine.digest === other?.digest }
  })
  return { position, equal: tables.every(({ equal }) => equal), tables }
}
