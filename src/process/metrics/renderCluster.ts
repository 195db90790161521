import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { findRunningReleases } from "#core/releases"
import { renderGauge } from "./Registry.ts"

type Backups = {
  /** Null if no backups are made; infinite before the first one. */
  readonly ageSeconds: number | null
  readonly copyFails: boolean
  readonly logFails: boolean
  readonly uploadFails: boolean
  readonly archiveFails: boolean
}

/** Renders metrics of what keeps the installation going, read from the database: workers at work, and backups. */
export const renderCluster = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const working = (yield* findRunningReleases).reduce((sum, each) => sum + each.working, 0)
  const [backups] = yield* Effect.promise(
    () => sql<Array<Backups>>`
      select case when b.is_only then coalesce(extract(epoch from now() - b.copied_at)::float8, 'Infinity') end as "ageSeconds",
        b.failure is not null as "copyFails", b.log_failure is not null as "logFails", b.upload_failure is not null as "uploadFails",
        a.last_failed_time > coalesce(a.last_archived_time, '-infinity') is true as "archiveFails"
      from pg_stat_archiver a left join cluster.backup b on true`,
  )
  const failing = [
    [{ part: "copy" }, Number(backups?.copyFails ?? false)],
    [{ part: "log" }, Number(backups?.logFails ?? false)],
    [{ part: "upload" }, Number(backups?.uploadFails ?? false)],
    [{ part: "archive" }, Number(backups?.archiveFails ?? false)],
  ] as const
  const ageSeconds = backups?.ageSeconds ?? null
  return [
    renderGauge("quire_workers_with_jobs", "Workers that run the jobs of the installation.", working),
    renderGauge("quire_backup_failing", "1 where the last attempt of a part of the backups failed.", failing),
    ...(ageSeconds === null ? [] : [renderGauge("quire_backup_age_seconds", "Age of the newest copy.", ageSeconds)]),
  ].join("")
})
