import postgres from "postgres"

const FAILURE_LENGTH_MAX = 500

/**
 * Records a backup for the console's overview. Before the first migration there is nowhere to record it.
 * @param failure null if it was made
 */
export const recordBackup = (url: string, failure: string | null): Promise<void> =>
  withRecord(url, async (sql) => {
    await sql`
      insert into cluster.backup (copied_at, failure)
      values (${failure === null ? sql`now()` : null}, ${failure?.slice(0, FAILURE_LENGTH_MAX) ?? null})
      on conflict (is_only) do update set
        copied_at = coalesce(excluded.copied_at, backup.copied_at), failure = excluded.failure`
  })

/** Records why the log is not copied any more, or null when it is again. */
export const recordLogFailure = (url: string, failure: string | null): Promise<void> =>
  withRecord(url, async (sql) => {
    await sql`
      insert into cluster.backup (log_failure) values (${failure?.slice(0, FAILURE_LENGTH_MAX) ?? null})
      on conflict (is_only) do update set log_failure = excluded.log_failure`
  })

/** Records why the backups are not copied to the bucket, or null when they are again. */
export const recordUploadFailure = (url: string, failure: string | null): Promise<void> =>
  withRecord(url, async (sql) => {
    await sql`
      insert into cluster.backup (upload_failure) values (${failure?.slice(0, FAILURE_LENGTH_MAX) ?? null})
      on conflict (is_only) do update set upload_failure = excluded.upload_failure`
  })

/** Removes the record, because no backups are made any more: the overview would report that they are late. */
export const forgetBackup = (url: string): Promise<void> =>
  withRecord(url, async (sql) => {
    await sql`delete from cluster.backup`
  })

const withRecord = async (url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [found] = await sql`select to_regclass('cluster.backup') is not null as "isThere"`
    if (found?.["isThere"] === true) await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
