import type { SqlClient, SqlTransaction } from "#core/kernel"
import type { Decode } from "./applyBatch.ts"
import { listBuilds } from "./Build.ts"
import { dropAbandoned, dropOldBuilds, removeBuild } from "./drop.ts"
import type { Filled, FillTarget } from "./Filling.ts"
import { parkEvents } from "./faults.ts"
import { fillBuilds } from "./fillBuild.ts"
import { fillShares, type Workers } from "./fillShares.ts"
import { Busy, withFreeLocks, withLock } from "./lock.ts"
import type { Projection } from "./Projection.ts"
import { createIndexes, createTables } from "./readModel.ts"

/** Builds whose last rows are written, and whose tables are indexed, at the same time. */
const FINISHED_AT_ONCE_MAX = 2

export type RebuildOptions = {
  readonly decode: Decode
  readonly onProgress?: (progress: RebuildProgress) => void
  /** Splits the log by stream over this many threads, if the projection allows it. */
  readonly workers?: Workers
  /** Maximum rows in memory before they are written to the tables. */
  readonly rowsInMemoryMax?: number
  /** Time between checkpoints, from which a killed rebuild continues. */
  readonly checkpointMs?: number
  /** Fills no further than this position. */
  readonly upToMax?: number
}
export type RebuildProgress = { readonly events: number; readonly position: number; readonly upTo: number }
export type Rebuilt = {
  readonly build: number
  readonly upTo: number
  /** Events read from the log; after a continued rebuild, those since its checkpoint. */
  readonly events: number
  /** Events that were parked. */
  readonly faults: number
}
/** A new build of a projection, or why there is none. */
export type RebuildOutcome = { readonly projection: Projection } & (
  | { readonly rebuilt: Rebuilt }
  | { readonly error: unknown }
)

/**
 * Builds a projection beside the live one: fills a new build in bulk up to the watermark, indexes it, and leaves it at
 * `building` for a runner to keep current until someone switches to it. Drops earlier builds that were never switched
 * to. If it is killed, it leaves a build at `filling`, which the next rebuild continues from its last checkpoint, or drops. Rejects
 * with Busy while another rebuild of the projection runs, and with TooManyFaults if the fold does not match the log.
 */
export const rebuild = (sql: SqlClient, projection: Projection, options: RebuildOptions): Promise<Rebuilt> =>
  withLock(sql, "rebuild", projection.name, "refuse", () => rebuildLocked(sql, projection, options))

/** The same, for callers that hold the rebuild lock. */
export const rebuildLocked = async (
  sql: SqlClient,
  projection: Projection,
  options: RebuildOptions,
): Promise<Rebuilt> => {
  const { workers, upToMax } = options
  if (workers !== undefined && projection.byStream) return rebuildByShares(sql, projection, { ...options, workers })
  const request = { projection, ...(upToMax !== undefined && { upToMax }) }
  const [outcome] = await rebuildTogetherLocked(sql, [request], options)
  if (outcome === undefined || "error" in outcome) throw outcome?.error
  return outcome.rebuilt
}

/**
 * Rebuilds several projections like `rebuild`, but in one pass over the log, which is read and decoded once. Each build
 * succeeds or fails by itself: with Busy, if another process rebuilds the projection.
 */
export const rebuildTogether = async (
  sql: SqlClient,
  projections: ReadonlyArray<Projection>,
  options: Omit<RebuildOptions, "workers" | "upToMax">,
): Promise<ReadonlyArray<RebuildOutcome>> => {
  const names = projections.map(({ name }) => name)
  const done = await withFreeLocks(sql, names, (held) => {
    const requests = projections.filter(({ name }) => held.includes(name)).map((projection) => ({ projection }))
    return rebuildTogetherLocked(sql, requests, options)
  })
  return projections.map(
    (projection) =>
      done?.find((each) => each.projection === projection) ?? {
        projection,
        error: new Busy(`another rebuild of ${projection.name} is running`),
      },
  )
}

export type RebuildRequest = { readonly projection: Projection; readonly upToMax?: number }

/** The same, for callers that hold the rebuild lock of each projection. */
export const rebuildTogetherLocked = async (
  sql: SqlClient,
  requests: ReadonlyArray<RebuildRequest>,
  options: Omit<RebuildOptions, "workers" | "upToMax">,
): Promise<ReadonlyArray<RebuildOutcome>> => {
  const watermark = await readWatermark(sql)
  const outcomes = new Map<Projection, RebuildOutcome>()
  const attempt = async (projection: Projection, build: number | null, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      outcomes.set(projection, { projection, error })
      if (build !== null) await removeBuild(sql, projection.name, build).catch(() => undefined)
    }
  }

  const targets: Array<FillTarget> = []
  for (const { projection, upToMax = Number.POSITIVE_INFINITY } of requests) {
    const upTo = Math.min(watermark, upToMax)
    await attempt(projection, null, async () => {
      const { build, after } = await continuedOrNewBuild(sql, projection, upTo)
      targets.push({ projection, build, after, upTo, keepsPosition: true })
      if (after === 0) await createTables(sql, projection, build)
    })
  }
  const upTo = Math.max(0, ...targets.map((target) => target.upTo))
  const filled = await fillBuilds(sql, targets, {
    ...options,
    share: { index: 0, of: 1 },
    onProgress: (events, position) => options.onProgress?.({ events, position, upTo }),
  })
  const remaining = [...filled.entries()]
  const finishRemaining = async () => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const [index, outcome] = next
      const { projection, build, upTo: position } = targets[index] as FillTarget
      await attempt(projection, build, async () => {
        if ("error" in outcome) throw outcome.error
        await outcome.filling.finish()
        const { events } = outcome.filling.filled
        const faults = await finishBuild(sql, projection, build, position)
        outcomes.set(projection, { projection, rebuilt: { build, upTo: position, events, faults } })
      })
    }
  }
  await Promise.all(Array.from({ length: FINISHED_AT_ONCE_MAX }, finishRemaining))
  return requests.flatMap(({ projection }) => outcomes.get(projection) ?? [])
}

/** Fills a build with several threads. It has no checkpoints, because the threads are at different positions. */
const rebuildByShares = async (
  sql: SqlClient,
  projection: Projection,
  { workers, upToMax = Number.POSITIVE_INFINITY, onProgress }: RebuildOptions & { readonly workers: Workers },
): Promise<Rebuilt> => {
  await dropAbandoned(sql, projection.name)
  const build = await reserveBuild(sql, projection)
  try {
    await createTables(sql, projection, build)
    const upTo = Math.min(await readWatermark(sql), upToMax)
    const parts: ReadonlyArray<Filled> = await fillShares(projection, build, upTo, workers, (events, position) =>
      onProgress?.({ events, position, upTo }),
    )
    await sql.begin((transaction) =>
      parkEvents(
        transaction as SqlTransaction,
        projection.name,
        build,
        parts.flatMap((part) => part.faults),
      ),
    )
    const faults = await finishBuild(sql, projection, build, upTo)
    return { build, upTo, events: parts.reduce((sum, part) => sum + part.events, 0), faults }
  } catch (error) {
    await removeBuild(sql, projection.name, build).catch(() => undefined)
    throw error
  }
}

const readWatermark = async (sql: SqlClient): Promise<number> => {
  const [row] = await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
  return row?.watermark ?? 0
}

/** Indexes a filled build and leaves it to the runners. Returns how many of its events are parked. */
const finishBuild = async (sql: SqlClient, projection: Projection, build: number, upTo: number): Promise<number> => {
  const { name } = projection
  await createIndexes(sql, projection, build)
  const finished = await sql`
    update es.projection set status = 'building', position = ${upTo}, updated_at = now()
    where name = ${name} and build = ${build} and status = 'filling' returning 1`
  if (finished.length === 0) throw new Error(`build ${build} of ${name} was dropped while it was filled`)
  const [parked] = await sql<Array<{ events: number }>>`
    select count(*)::int as events from es.fault where name = ${name} and build = ${build}`
  await dropOldBuilds(sql, name, build)
  return parked?.events ?? 0
}

/**
 * The build that a killed rebuild of the same code left after a checkpoint, with its position, or a new one. Drops
 * everything else that killed rebuilds left.
 */
const continuedOrNewBuild = async (
  sql: SqlClient,
  projection: Projection,
  upTo: number,
): Promise<{ readonly build: number; readonly after: number }> => {
  const { name, codeHash } = projection
  const found = (await listBuilds(sql, name)).findLast(
    ({ status, code_hash, position }) =>
      status === "filling" && code_hash === codeHash && position > 0 && position <= upTo,
  )
  await dropAbandoned(sql, name, found?.build)
  return found === undefined
    ? { build: await reserveBuild(sql, projection), after: 0 }
    : { build: found.build, after: found.position }
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
