import { Effect } from "effect"
import { APPLICATION_STATUS } from "#contract/channels"
import { Sql } from "#core/kernel"
import { Withdrawals } from "#core/wallet"
import { listFaults, projectionStatus, reactorStatus } from "#projections/runner"
import { findJobProblem, findMissingRoles } from "./processes.ts"
import { findProof } from "./proofs.ts"

/** A read model this far behind needs a look. */
const LAG_SECONDS_MAX = 30

/** What needs an operator's attention. */
export const findAttention = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const ask = <A>(query: () => Promise<A>) => Effect.promise(query)
  const open = [APPLICATION_STATUS.submitted, APPLICATION_STATUS.inReview]
  const [counts] = yield* ask(
    () => sql<Array<Counts>>`
      select
        (select count(*)::int from read.application where status_id = any(${open})) as applications,
        (select count(*)::int from read.withdrawal where approvals < approvals_needed
           and status not in ('confirmed', 'cancelled', 'failed')) as withdrawals,
        (select count(*)::int from read.operation where status = 'planned' and expires_at > now()) as operations,
        (select count(*)::int from read.moderation_case where status in ('open', 'appealed')) as cases,
        (select count(*)::int from feeds.poll where failure is not null) as feeds,
        es.head() as head`,
  )
  const { stopped } = yield* Withdrawals.use(({ rules }) => rules)
  const builds = yield* ask(() => projectionStatus(sql))
  const served = builds.filter(({ status }) => status !== "filling")
  const { mail } = yield* findProof
  return {
    missingRoles: yield* findMissingRoles,
    jobs: yield* findJobProblem,
    proofNotMailed: mail?.hasFailed ? mail.to : null,
    ...(counts ?? { applications: 0, withdrawals: 0, operations: 0, cases: 0, feeds: 0, head: 0 }),
    stopped: [...stopped],
    faults: (yield* ask(() => listFaults(sql))).length,
    paused: served.filter(({ paused, status }) => paused || status === "faulted"),
    behind: served.filter(({ paused, lag_seconds }) => !paused && lag_seconds > LAG_SECONDS_MAX),
    reactors: (yield* ask(() => reactorStatus(sql))).filter(({ failing }) => failing !== null),
  }
})

type Counts = {
  readonly applications: number
  readonly withdrawals: number
  readonly operations: number
  readonly cases: number
  readonly feeds: number
  readonly head: number
}
