import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import { formatIso } from "#core/kernel"
import type { Subscribing, Subscription } from "./Subscription.ts"

/** Browsers that one installation pushes to. */
const SUBSCRIPTIONS_MAX = 500_000

/** Who is pushed to, and when next. Times are milliseconds since 1970 and given: a test has its own clock. */
export const makePushStore = (sql: SqlClient) => ({
  /** Notes a browser, or anew one that is known; what it was told already is never forgotten. Answers whether there was room. */
  keep: (given: Subscribing, nowMs: number): Effect.Effect<boolean> =>
    Effect.promise(() =>
      sql.begin(async (transaction) => {
        const [old] =
          given.replaces === null
            ? []
            : await transaction<Array<{ language: string | null; seen_ms: number | null }>>`
                delete from push.subscription where key = ${keyOf(given.replaces)}
                returning language, (extract(epoch from seen_at) * 1000)::bigint as seen_ms`
        // The same browser may be pushed to for something else alone.
        if (given.replaces !== null && old === undefined) return true
        const seenMs = given.seenMs ?? old?.seen_ms ?? null
        const language = old === undefined ? given.language : old.language
        const key = keyOf(given.endpoint)
        const [known] = await transaction`select 1 from push.subscription where key = ${key}`
        if (known === undefined) {
          const [row] = await transaction<
            Array<{ count: number }>
          >`select count(*)::int as count from push.subscription`
          if ((row?.count ?? 0) >= SUBSCRIPTIONS_MAX) return false
        }
        await transaction`
          insert into push.subscription as s (key, endpoint, p256dh, auth, language, seen_at, due_at)
          values (${key}, ${given.endpoint}, ${given.p256dh}, ${given.auth}, ${language}, ${at(seenMs)}, ${at(nowMs)})
          on conflict (key) do update set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language,
            seen_at = greatest(s.seen_at, excluded.seen_at)`
        return true
      }),
    ),

  remove: (endpoint: string): Effect.Effect<void> =>
    Effect.promise(async () => {
      await sql`delete from push.subscription where key = ${keyOf(endpoint)}`
    }),

  /** Those whose turn has come, each for one caller alone, who then leaves them alone for a while. */
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

const keyOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex")

const at = (ms: number | null): string | null => (ms === null ? null : formatIso(ms))
