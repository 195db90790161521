import { createHash } from "node:crypto"
import { Effect } from "effect"
import { formatIso, type SqlClient, type SqlTransaction } from "#core/kernel"
import type { PushTarget } from "./encrypt.ts"

/** A subscribed browser. Times are milliseconds since 1970. */
export type Subscription = PushTarget & {
  readonly key: string
  readonly endpoint: string
  /** Primary language subtag of the wanted news; null for all. */
  readonly language: string | null
  /** Publication time of the newest pushed item; null for none. */
  readonly seenMs: number | null
  /** Consecutive failed pushes. */
  readonly failures: number
}

export type Subscribing = Omit<Subscription, "key" | "failures"> & {
  /** The earlier endpoint of the same browser; what was pushed to it stays known. */
  readonly replaces: string | null
}

/** Subscribed browsers in total. */
const SUBSCRIPTIONS_MAX = 500_000
/**
 * Limits per host and in total for other services. Without them invented endpoints could fill the table or make the
 * site send requests to strangers.
 */
export const PER_OTHER_SERVICE_MAX = 1_000
const OTHER_SERVICES_MAX = 50_000
/** The push services of Chrome, Firefox, Safari and Edge. */
const KNOWN_SERVICES =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|(?:[\w-]+\.)*push\.apple\.com|(?:[\w-]+\.)+notify\.windows\.com)$/

/** News subscriptions and when each is due. Callers pass the time, in milliseconds since 1970. */
export const makePushStore = (sql: SqlClient) => ({
  /** Stores a new or known browser and keeps what was already pushed. Returns whether there was room. */
  keep: (given: Subscribing, nowMs: number): Effect.Effect<boolean> =>
    Effect.promise(() =>
      sql.begin(async (transaction) => {
        const [old] =
          given.replaces === null
            ? []
            : await transaction<Array<{ language: string | null; seen_ms: number | null }>>`
                delete from push.subscription where key = ${keyOf(given.replaces)}
                returning language, (extract(epoch from seen_at) * 1000)::bigint as seen_ms`
        // The replaced endpoint may be subscribed to messages only.
        if (given.replaces !== null && old === undefined) return true
        const seenMs = given.seenMs ?? old?.seen_ms ?? null
        const language = old === undefined ? given.language : old.language
        const key = keyOf(given.endpoint)
        const [known] = await transaction`select 1 from push.subscription where key = ${key}`
        const { host } = new URL(given.endpoint)
        const isKnownService = KNOWN_SERVICES.test(host)
        if (known === undefined && !(await hasRoom(transaction, isKnownService ? null : host))) return false
        await transaction`
          insert into push.subscription as s (key, endpoint, p256dh, auth, language, seen_at, due_at, is_known_service)
          values (${key}, ${given.endpoint}, ${given.p256dh}, ${given.auth}, ${language}, ${at(seenMs)}, ${at(nowMs)},
            ${isKnownService})
          on conflict (key) do update set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language,
            seen_at = greatest(s.seen_at, excluded.seen_at)`
        return true
      }),
    ),

  remove: (endpoint: string): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`delete from push.subscription where key = ${keyOf(endpoint)}`
    }),

  /** Browsers that are due. Each is returned to one caller only. */
  take: (nowMs: number, againMs: number, limit: number): Effect.Effect<ReadonlyArray<Subscription>> =>
    Effect.promise(
      () => sql<Array<Subscription>>`
        update push.subscription s set due_at = ${at(againMs)}
        from (select key from push.subscription where due_at <= ${at(nowMs)} order by due_at limit ${limit}
          for update skip locked) d
        where s.key = d.key
        returning s.key, s.endpoint, s.p256dh, s.auth, s.language, s.failures,
          (extract(epoch from s.seen_at) * 1000)::bigint as "seenMs"`,
    ),

  arrived: (key: string, seenMs: number | null): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`
        update push.subscription set failures = 0, seen_at = greatest(seen_at, ${at(seenMs)}) where key = ${key}`
    }),

  failed: (key: string, againMs: number): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`update push.subscription set failures = failures + 1, due_at = ${at(againMs)} where key = ${key}`
    }),
})

/** Whether another browser may be stored. @param otherHost the host, unless it is a known service */
const hasRoom = async (sql: SqlTransaction, otherHost: string | null): Promise<boolean> => {
  // An estimate is enough: an exact count of half a million rows per subscription is too slow.
  const [table] = await sql<Array<{ count: number }>>`
    select reltuples::int as count from pg_class where oid = 'push.subscription'::regclass`
  if ((table?.count ?? 0) >= SUBSCRIPTIONS_MAX) return false
  if (otherHost === null) return true
  const [others] = await sql<Array<{ onHost: number; inAll: number }>>`
    select
      (select count(*)::int from (select from push.subscription
        where not is_known_service and split_part(endpoint, '/', 3) = ${otherHost}
        limit ${PER_OTHER_SERVICE_MAX}) h) as "onHost",
      (select count(*)::int from (select from push.subscription
        where not is_known_service limit ${OTHER_SERVICES_MAX}) a) as "inAll"`
  return others !== undefined && others.onHost < PER_OTHER_SERVICE_MAX && others.inAll < OTHER_SERVICES_MAX
}

const keyOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex")

const at = (ms: number | null): string | null => (ms === null ? null : formatIso(ms))
