import { Context, Effect, Layer } from "effect"
import { isRecoveryConflict } from "./databaseErrors.ts"
import { databaseHosts } from "./databaseHosts.ts"
import { replicaClient } from "./replicaClient.ts"
import { type LogSample, replicaLagMs } from "./replicaLag.ts"
import { connect, Sql, type SqlClient, sqlOf } from "./Sql.ts"

/** How often the primary and the replicas are asked how far they are. */
const POLL_MS = 250
/** A replica that has not answered for this long is not used. */
const SILENCE_MS_MAX = 2_000
/** A replica that is further behind than this is not used at all. */
export const REPLICA_LAG_MS_MAX = 10_000
/** How long a query waits to learn how far a replica is. */
const CHECK_MS_MAX = 100
/** Longer than any query of a page. */
const ANSWER_MS_MAX = 15_000

/**
 * What somebody has written: all of it is on a server whose read models have passed `position` and whose log has passed
 * `lsn`. The position covers read models that lag behind the log; `lsn` also covers rows that are not made from events.
 */
export type WrittenMark = { readonly position: number; readonly lsn: bigint }

/** How far a server is, and in which era of the log; null before the first one was recorded. */
type Progress = WrittenMark & { readonly eraId: string | null }

/** Queries that were sent again to the primary, and those of them that a replica canceled. */
type ReplicaCounts = { fallbacks: number; conflicts: number }

/** The standbys that queries may use. Without DATABASE_REPLICA_URL there are none, and nothing is asked. */
export class Replicas extends Context.Service<
  Replicas,
  {
    readonly isConfigured: boolean
    /**
     * A pool of a replica that has everything the mark stands for, or null: then read from the primary. Without a mark,
     * any replica that is at most 10 s behind.
     */
    readonly choose: (written: WrittenMark | null) => Promise<Sql["Service"] | null>
    /** The mark of everything that is committed now. */
    readonly mark: () => Promise<WrittenMark>
    readonly counts: Readonly<ReplicaCounts>
    /** How far each replica is behind, in milliseconds: REPLICA_LAG_MS_MAX if it is that or more, or cannot be used. */
    readonly lags: () => ReadonlyArray<readonly [replica: string, ms: number]>
  }
>()("core/kernel/Replicas") {
  /** @param url a connection string with one or more hosts, or undefined */
  static layer(url: string | undefined, connectionsMax?: number) {
    return Layer.effect(
      Replicas,
      Effect.gen(function* () {
        if (url === undefined) return NONE
        const { client: primary } = yield* Sql
        const opened = yield* Effect.acquireRelease(
          Effect.sync(() => openReplicas(url, primary, connectionsMax)),
          ({ close }) => Effect.promise(close),
        )
        return Replicas.of(opened)
      }),
    )
  }
}

const NONE = Replicas.of({
  isConfigured: false,
  choose: async () => null,
  mark: () => Promise.reject(new Error("there are no replicas")),
  counts: { fallbacks: 0, conflicts: 0 },
  lags: () => [],
})

const openReplicas = (url: string, primary: SqlClient, connectionsMax: number | undefined) => {
  const counts: ReplicaCounts = { fallbacks: 0, conflicts: 0 }
  const note = (error: unknown) => {
    counts.fallbacks += 1
    if (isRecoveryConflict(error)) counts.conflicts += 1
  }
  const options = { name: "quire replica", answerMsMax: ANSWER_MS_MAX, ...(connectionsMax && { connectionsMax }) }
  const replicas = databaseHosts(url).map((host) => {
    const client = connect(host.url, options)
    const progress = followProgress(client)
    return { name: `${host.host}:${host.port}`, sql: sqlOf(replicaClient(client, primary, note)), progress, client }
  })

  /** Where the primary was, the oldest first. */
  const samples: Array<LogSample> = []
  let eraId: string | null = null
  const poll = async () => {
    for (const { progress } of replicas) void progress.refresh()
    try {
      const { lsn, eraId: found } = await readMark(primary)
      eraId = found
      const nowMs = performance.now()
      samples.push({ atMs: nowMs, lsn })
      while ((samples[1]?.atMs ?? nowMs) < nowMs - REPLICA_LAG_MS_MAX) samples.shift()
    } catch {
      // Replicas may be read while the primary is away.
    }
  }
  void poll()
  const polls = setInterval(() => void poll(), POLL_MS)
  let turn = 0

  const choose = async (written: WrittenMark | null) => {
    const recent = samples[0]?.lsn
    turn += 1
    for (let tried = 0; recent !== undefined && tried < replicas.length; tried += 1) {
      const replica = replicas[(turn + tried) % replicas.length]
      if (replica !== undefined && (await replica.progress.hasPassed(written, { lsn: recent, eraId })))
        return replica.sql
    }
    return null
  }
  const close = async () => {
    clearInterval(polls)
    await Promise.all(replicas.map(({ client }) => client.end({ timeout: 2 })))
  }
  const lags = () => replicas.map(({ name, progress }) => [name, progress.lagMs(samples, eraId)] as const)
  return { isConfigured: true, choose, mark: () => readMark(primary), counts, lags, close }
}

/** Where the primary was some seconds ago. A standby in another era has replayed another log. */
type Recent = { readonly lsn: bigint; readonly eraId: string | null }

/** Learns how far a replica is. What it has passed, it stays past, so most questions need no query. */
const followProgress = (client: SqlClient) => {
  let known: (Progress & { readonly atMs: number }) | null = null
  let asking: Promise<void> | undefined

  const refresh = (): Promise<void> => {
    asking ??= readProgress(client)
      .then(
        (read) => {
          known = read && { ...read, atMs: performance.now() }
        },
        () => undefined,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const isKnownIn = (eraId: string | null) =>
    known !== null && known.atMs > performance.now() - SILENCE_MS_MAX && known.eraId === eraId
  const isPast = (written: WrittenMark | null, recent: Recent) =>
    known !== null &&
    isKnownIn(recent.eraId) &&
    known.lsn >= recent.lsn &&
    (written === null || (known.position >= written.position && known.lsn >= written.lsn))

  return {
    refresh,
    lagMs: (samples: ReadonlyArray<LogSample>, eraId: string | null): number =>
      known === null || !isKnownIn(eraId) ? REPLICA_LAG_MS_MAX : replicaLagMs(known, samples, REPLICA_LAG_MS_MAX),
    hasPassed: async (written: WrittenMark | null, recent: Recent): Promise<boolean> => {
      if (isPast(written, recent)) return true
      if (written === null) return false
      await Promise.race([refresh(), new Promise((resolve) => setTimeout(resolve, CHECK_MS_MAX).unref())])
      return isPast(written, recent)
    },
  }
}

/** How far a standby is; null if it is none any more. Read models that stand still on the primary too do not count. */
const readProgress = async (client: SqlClient): Promise<Progress | null> => {
  const [row] = await client<Array<{ lsn: string | null; position: number | null; eraId: string | null }>>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn,
      (select min(p.position) from es.live l join es.projection p using (name, build)
        where not p.paused and p.status <> 'faulted') as position, ${eraOf(client)}`
  if (row?.lsn == null) return null
  return { eraId: row.eraId, lsn: parseLsn(row.lsn), position: row.position ?? Number.POSITIVE_INFINITY }
}

const readMark = async (primary: SqlClient): Promise<Progress> => {
  const [row] = await primary<Array<{ position: number; lsn: string; eraId: string | null }>>`
    select es.head() as position, pg_current_wal_insert_lsn()::text as lsn, ${eraOf(primary)}`
  return { eraId: row?.eraId ?? null, position: row?.position ?? 0, lsn: parseLsn(row?.lsn ?? "0/0") }
}

const eraOf = (sql: SqlClient) => sql`(select era_id from es.era order by number desc limit 1) as "eraId"`

/** Parses a position in the write-ahead log, such as `16/B374D848`. */
const parseLsn = (text: string): bigint => {
  const [high = "0", low = "0"] = text.split("/")
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
