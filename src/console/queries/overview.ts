import { Effect } from "effect"
import { APPLICATION_STATUS } from "#contract/channels"
import { Sql } from "#core/kernel"
import { RefusedSignIns } from "#core/operators"
import { Withdrawals } from "#core/wallet"
import { listFaults, projectionStatus, reactorStatus } from "#projections/runner"
import { findJobProblem, findMissingRoles, findReturn } from "./processes.ts"
import { findProof } from "./proofs.ts"

/** Backups are made daily; after this time one is missing. */
const BACKUP_HOURS_MAX = 26
/** A read model this far behind needs a look. */
const LAG_SECONDS_MAX = 30

/** What needs an operator's attention. */
export const findAttention = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const run = <A>(query: () => Promise<A>) => Effect.promise(query)
  const open = [APPLICATION_STATUS.submitted, APPLICATION_STATUS.inReview]
  const [counts] = yield* run(
    () => sql<Array<Counts>>`
      select
        (select count(*)::int from read.application where status_id = any(${open})) as applications,
        (select count(*)::int from read.withdrawal where approvals < approvals_needed
           and status not in ('confirmed', 'cancelled', 'failed')) as withdrawals,
        (select count(*)::int from read.operation where status = 'planned' and expires_at > now()) as operations,
        (select count(*)::int from read.moderation_case where status in ('open', 'appealed')) as cases,
        (select count(*)::int from feeds.poll where failure is not null) as feeds,
        (select coalesce(failure, case when copied_at < now() - ${BACKUP_HOURS_MAX} * interval '1 hour' then '' end)
           from cluster.backup) as backup,
        (select log_failure from cluster.backup) as "logNotCopied",
        (select upload_failure from cluster.backup) as "notUploaded",
        (select last_failed_wal from pg_stat_archiver
           where last_failed_time > coalesce(last_archived_time, '-infinity')) as "unarchived",
        es.head() as head`,
  )
  const { stopped } = yield* Withdrawals.use(({ rules }) => rules)
  const builds = yield* run(() => projectionStatus(sql))
  const served = builds.filter(({ status }) => status !== "filling")
  const { mail } = yield* findProof
  return {
    missingRoles: yield* findMissingRoles,
    jobs: yield* findJobProblem,
    returned: yield* findReturn,
    proofNotMailed: mail?.hasFailed ? mail.to : null,
    ...(counts ?? NO_COUNTS),
    refusedSignIns: yield* RefusedSignIns.use(({ recent }) => recent),
    stopped: [...stopped],
    faults: (yield* run(() => listFaults(sql))).length,
    paused: served.filter(({ paused, status }) => paused || status === "faulted"),
    behind: served.filter(({ paused, lag_seconds }) => !paused && lag_seconds > LAG_SECONDS_MAX),
    reactors: (yield* run(() => reactorStatus(sql))).filter(({ failing }) => failing !== null),
  }
})

const NO_COUNTS: Counts = {
  ...{ applications: 0, withdrawals: 0, operations: 0, cases: 0, feeds: 0, head: 0 },
  ...{ backup: null, logNotCopied: null, notUploaded: null, unarchived: null },
}

type Counts = {
  readonly applications: number
  readonly withdrawals: number
  readonly operations: number
  readonly cases: number
  readonly feeds: number
  readonly head: number
  /** Why the last backup failed, "" if it is late; null if all is well or no backups are made. */
  readonly backup: string | null
  /** Why the newest part of PostgreSQL's log is not copied to the backups. */
  readonly logNotCopied: string | null
  /** Why the backups are not copied to BACKUP_S3_URL. */
  readonly notUploaded: string | null
  /** The segment of PostgreSQL's log that could not be archived. */
  readonly unarchived: string | null
}
