import type { AnyEvent, SqlClient, SqlTransaction, StoredEvent } from "#core/kernel"
import type { Fault } from "./applyBatch.ts"
import { park } from "./faults.ts"
import { fillBuild } from "./fillBuild.ts"
import type { Projection } from "./Projection.ts"
import { createIndexes, createTables, schemaOf } from "./readModel.ts"

export type RebuildOptions = {
  readonly decode: (projection: Projection, event: StoredEvent) => AnyEvent | Promise<AnyEvent>
  readonly onProgress?: (progress: RebuildProgress) => void
  /** Fills one share of the build elsewhere (a worker thread); without it the calling thread does all. */
  readonly fillShares?: (build: number, upTo: number) => Promise<ReadonlyArray<{ readonly events: number; readonly faults: ReadonlyArray<Fault> }>>
}
export type RebuildProgress = { readonly events: number; readonly position: number; readonly upTo: number }

/**
 * Builds a projection beside the one that serves: a new build, filled in bulk up to the settled position, indexed, and
 * left at `building` for a runner to keep current until somebody switches to it. Answers the build's number.
 * Killed on the way, it leaves a build at position 0, which `dropUnfinished` removes.
 */
export const rebuild = async (sql: SqlClient, projection: Projection, options: RebuildOptions) => {
  const build = await reserveBuild(sql, projection)
  await createTables(sql, projection, build)
  const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
  const upTo = row?.settled ?? 0
  const parts =
    options.fillShares !== undefined && projection.byStream
      ? await options.fillShares(build, upTo)
      : [
          await fillBuild(sql, projection, {
            build,
            upTo,
            share: { index: 0, of: 1 },
            decode: (event) => options.decode(projection, event),
            onProgress: (events, position) => options.onProgress?.({ events, position, upTo }),
          }),
        ]
  await createIndexes(sql, projection, build)
  const faults = parts.flatMap((part) => part.faults)
  await sql.begin(async (transaction) => {
    await park(transaction as SqlTransaction, projection.name, build, faults)
    await transaction`update es.projection set position = ${upTo}, owner = null, lease_until = null, updated_at = now()
      where name = ${projection.name} and build = ${build}`
  })
  return { build, upTo, events: parts.reduce((sum, part) => sum + part.events, 0), faults: faults.length }
}

/** Claims the next build number; the row is owned while it is filled, so that no runner follows it yet. */
const reserveBuild = async (sql: SqlClient, { name, codeHash }: Projection): Promise<number> => {
  const [row] = await sql<Array<{ build: number }>>`
    insert into es.projection (name, build, status, code_hash, owner, lease_until)
    select ${name}, coalesce(max(build), 0) + 1, 'building', ${codeHash}, 'rebuild', now() + interval '1 day'
    from es.projection where name = ${name}
    returning build`
  if (row === undefined) throw new Error(`no build number for ${name}`)
  return row.build
}

/** Removes a build and its tables; never the one that queries see. */
export const dropBuild = async (sql: SqlClient, name: string, build: number): Promise<void> => {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`drop schema if exists ${schemaOf(name, build)} cascade`)
    await transaction`delete from es.fault where name = ${name} and build = ${build}`
    await transaction`delete from es.projection where name = ${name} and build = ${build}
      and not exists (select from es.live where live.name = ${name} and live.build = ${build})`
    await transaction`update es.live set previous = null where name = ${name} and previous = ${build}`
  })
}
