import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { findRunningReleases, GONE_SECONDS, ReleaseChoice, releaseId } from "#core/releases"

/** How long a process is listed that ended without saying so. */
const GONE_LISTED_HOURS = 24
const PROCESSES_MAX = 200
const BUILDS_MAX = 50

/** A process of the product on some machine. `gone`: it ended without saying so, or its machine or database connection is away. */
export type ListedProcess = {
  readonly processId: string
  readonly role: string
  readonly host: string
  readonly pid: number
  readonly build: string
  readonly state: "starting" | "serving" | "draining" | "gone"
  readonly startedAt: Date
  readonly seenAt: Date
  /** How late its timers came lately, at the 99th percentile. */
  readonly lagMs: number
}

/** The processes that run, and those that vanished in the last day. */
export const listProcesses = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ListedProcess>>`
      select process_id as "processId", role, host, pid, build, started_at as "startedAt", seen_at as "seenAt", lag_ms as "lagMs",
        case when seen_at < now() - ${GONE_SECONDS} * interval '1 second' then 'gone' else phase end as state
      from cluster.process
      where ended_at is null and seen_at > now() - ${GONE_LISTED_HOURS} * interval '1 hour'
      order by seen_at < now() - ${GONE_SECONDS} * interval '1 second', role, host, started_at desc limit ${PROCESSES_MAX}`,
  )
})

/** Roles that ran in the last day and have no process now. */
export const findMissingRoles = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ role: string }>>`
      select role from cluster.process where seen_at > now() - ${GONE_LISTED_HOURS} * interval '1 hour' group by role
      having not bool_or(ended_at is null and seen_at > now() - ${GONE_SECONDS} * interval '1 second') order by role`,
  )
  return rows.map(({ role }) => role)
})

/** A node of the chat, which its own heartbeat keeps alive. */
export type ListedChatNode = {
  readonly nodeId: string
  readonly name: string
  readonly startedAt: Date
  readonly connections: number
  readonly people: number
  readonly hasBroker: boolean
  readonly isDraining: boolean
}

export const listChatNodes = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ListedChatNode>>`
      select node_id as "nodeId", name, started_at as "startedAt", connections, people, has_broker as "hasBroker",
        is_draining as "isDraining"
      from chat.node where ends_at > now() order by started_at limit ${PROCESSES_MAX}`,
  )
})

/** A build of the product, as its processes have reported it. */
export type ListedBuild = {
  readonly build: string
  /** Null: of a release before processes reported it. */
  readonly version: string | null
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly roles: ReadonlyArray<string>
  readonly hosts: number
  /** Processes that run it now. */
  readonly running: number
  /** Workers that run jobs. */
  readonly working: number
}

/** The builds of the last 90 days, the newest first. */
export const listBuilds = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<ListedBuild>>`
      select build, max(version) as version, min(started_at) as "firstSeen", max(seen_at) as "lastSeen", array_agg(distinct role order by role) as roles,
        count(distinct host)::int as hosts,        (count(*) filter (where ended_at is null and seen_at > now() - ${GONE_SECONDS} * interval '1 second'))::int as running,
        (count(*) filter (where works and ended_at is null and seen_at > now() - ${GONE_SECONDS} * interval '1 second'))::int
          as working
      from cluster.process group by build order by min(started_at) desc limit ${BUILDS_MAX}`,
  )
})

/** Who runs the jobs of the chosen release in its place; null if it does itself, or was chosen a moment ago. */
export const findJobProblem = Effect.gen(function* () {
  const { chosen, chosenAt } = yield* ReleaseChoice.use(({ state }) => state)
  const nowMs = yield* Clock.currentTimeMillis
  if (chosen === null || nowMs < Date.parse(chosenAt ?? "") + GONE_SECONDS * 1_000) return null
  const working = (yield* findRunningReleases).filter((each) => each.working > 0)
  if (working.some(({ build }) => build === chosen.build)) return null
  const standIn = working.at(-1)
  return {
    chosen: releaseId(chosen),
    standIn: standIn === undefined ? null : releaseId({ build: standIn.build, version: standIn.version ?? "" }),
  }
})

/** From which build the cluster returned by itself and why, until another release is chosen. */
export const findReturn = Effect.map(
  ReleaseChoice.use(({ state }) => state),
  ({ returned }) => (returned === null || returned.by.startsWith("operator:") ? null : returned),
)
