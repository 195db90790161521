import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Decode } from "./applyBatch.ts"
import { dropAbandoned, dropOldBuilds, removeBuild } from "./drop.ts"
import { parkEvents } from "./faults.ts"
import { fillBuild } from "./fillBuild.ts"
import { fillShares, type Workers } from "./fillShares.ts"
import { withLock } from "./lock.ts"
import type { Projection } from "./Projection.ts"
import { createIndexes, createTables } from "./readModel.ts"

export type RebuildOptions = {
  readonly decode: Decode
  readonly onProgress?: (progress: RebuildProgress) => void
  /** Splits the log by stream over this many threads, if the projection allows it. */
  readonly workers?: Workers
  /** Maximum rows in memory before they are written to the tables. */
  readonly rowsInMemoryMax?: number
  /** Fills no further than this position. */
  readonly upToMax?: number
}
export type RebuildProgress = { readonly events: number; readonly position: number; readonly upTo: number }
export type Rebuilt = {
  readonly build: number
  readonly upTo: number
  readonly events: number
  /** Events that were parked. */
  readonly faults: number
}

/**
 * Builds a projection beside the live one: fills a new build in bulk up to the watermark, indexes it, and leaves it at
 * `building` for a runner to keep current until someone switches to it. Drops earlier builds that were never switched
 * to. If it is killed, it leaves a build at `filling`, which the next rebuild drops. Rejects with Busy while another
 * rebuild of the projection runs, and with TooManyFaults if the fold does not match the log.
 */
export const rebuild = (sql: SqlClient, projection: Projection, options: RebuildOptions): Promise<Rebuilt> =>
  withLock(sql, "rebuild", projection.name, "refuse", () => rebuildLocked(sql, projection, options))

/** The same, for callers that hold the rebuild lock. */
export const rebuildLocked = async (
  sql: SqlClient,
  projection: Projection,
  options: RebuildOptions,
): Promise<Rebuilt> => {
  const { name } = projection
  await dropAbandoned(sql, name)
  const build = await reserveBuild(sql, projection)
  try {
    await createTables(sql, projection, build)
    const [row] = await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
    const upTo = Math.min(row?.watermark ?? 0, options.upToMax ?? Number.POSITIVE_INFINITY)
    const parts = await fill(sql, projection, build, upTo, options)
    await createIndexes(sql, projection, build)
    const faults = parts.flatMap((part) => part.faults)
    await sql.begin(async (transaction) => {
      await parkEvents(transaction as SqlTransaction, name, build, faults)
      const finished = await transaction`
        update es.projection set status = 'building', position = ${upTo}, updated_at = now()
        where name = ${name} and build = ${build} and status = 'filling' returning 1`
      if (finished.length === 0) throw new Error(`build ${build} of ${name} was dropped while it was filled`)
    })
    await dropOldBuilds(sql, name, build)
    return { build, upTo, events: parts.reduce((sum, part) => sum + part.events, 0), faults: faults.length }
  } catch (error) {
    await removeBuild(sql, name, build).catch(() => undefined)
    throw error
  }
}

const fill = async (sql: SqlClient, projection: Projection, build: number, upTo: number, options: RebuildOptions) => {
  const { decode, workers, rowsInMemoryMax } = options
  const onProgress = (events: number, position: number) => options.onProgress?.({ events, position, upTo })
  if (workers !== undefined && projection.byStream) {
    return fillShares(projection, build, upTo, workers, onProgress)
  }
  const share = { index: 0, of: 1 }
  return [
    await fillBuild(sql, projection, {
      build,
      upTo,
      share,
      decode,
      onProgress,
      ...(rowsInMemoryMax && { rowsInMemoryMax }),
    }),
  ]
}

/** Claims the next build number. Numbers are never reused, so a cancelled rebuild cannot write to a later build. */
const reserveBuild = (sql: SqlClient, { name, codeHash }: Projection): Promise<number> =>
  sql.begin(async (transaction) => {
    const [row] = await transaction<Array<{ last: number }>>`
      insert into es.build_number as n values (${name}, 1) on conflict (name) do update set last = n.last + 1 returning last`
    if (row === undefined) throw new Error(`no build number for ${name}`)
    await transaction`
      insert into es.projection (name, build, status, code_hash) values (${name}, ${row.last}, 'filling', ${codeHash})`
    return row.last
  }) as Promise<number>
