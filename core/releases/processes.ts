import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { Release } from "./Release.ts"

/** A process without a heartbeat for so long is gone: it writes one every five seconds. */
export const GONE_SECONDS = 20
/** Builds that run at once are two while a release is rolled out. */
const RUNNING_RELEASES_MAX = 20
const PROCESSES_MAX = 1_000

/** A release of which processes run. */
export type RunningRelease = {
  readonly build: string
  /** Null: reported by a process of a release before there were choices. */
  readonly version: string | null
  readonly processes: number
  /** Workers that have started. */
  readonly workers: number
  /** Workers that run jobs. */
  readonly working: number
}

/** The releases of the processes that run now. */
export const findRunningReleases: Effect.Effect<ReadonlyArray<RunningRelease>, never, Sql> = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<RunningRelease>>`
      select build, max(version) as version, count(*)::int as processes,
        (count(*) filter (where role = 'worker' and phase <> 'starting'))::int as workers,
        (count(*) filter (where works))::int as working
      from cluster.process
      where ended_at is null and seen_at > now() - ${GONE_SECONDS} * interval '1 second'
      group by build order by min(started_at) limit ${RUNNING_RELEASES_MAX}`,
  )
})

/** Statements that did not fit the database, of all processes that ran in the last day with this release. */
export const countInvalidQueries = ({ build }: Release): Effect.Effect<number, never, Sql> =>
  Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const [row] = yield* Effect.promise(
      () => sql<Array<{ count: number }>>`
        select coalesce(sum(invalid_queries), 0)::int as count from cluster.process
        where build = ${build} and seen_at > now() - interval '1 day'`,
    )
    return row?.count ?? 0
  })

/** Machine and process id of everything that runs now. */
export const findLiveProcesses: Effect.Effect<
  ReadonlyArray<{ readonly host: string; readonly pid: number }>,
  never,
  Sql
> = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<{ host: string; pid: number }>>`
      select host, pid from cluster.process
      where ended_at is null and seen_at > now() - ${GONE_SECONDS} * interval '1 second' limit ${PROCESSES_MAX}`,
  )
})
