import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { formatIso, Sql, type SqlClient } from "#core/kernel"

/** Attempts per window; the window begins with the first attempt. */
export type AttemptLimit = { readonly name: string; readonly times: number; readonly seconds: number }

/** Wrong passwords for one address, from anywhere. Anyone can use these up, so the two limits below are separate. */
export const WRONG_PASSWORDS: AttemptLimit = { name: "wrong-password", times: 10, seconds: 900 }
/** The same from one browser in which the account was signed in before. */
export const WRONG_PASSWORDS_KNOWN_BROWSER: AttemptLimit = { name: "wrong-password-browser", times: 10, seconds: 900 }
/** Wrong passwords that a signed-in person entered to confirm something. */
export const WRONG_PASSWORDS_SIGNED_IN: AttemptLimit = { name: "wrong-password-session", times: 10, seconds: 900 }
export const SIGN_INS: AttemptLimit = { name: "sign-in", times: 30, seconds: 900 }
export const SIGN_UPS: AttemptLimit = { name: "sign-up", times: 20, seconds: 3_600 }
/** Mails to one address. */
export const MAILS: AttemptLimit = { name: "mail", times: 5, seconds: 3_600 }
/** Further mails, requested from one browser in which the account was signed in before. */
export const MAILS_KNOWN_BROWSER: AttemptLimit = { name: "mail-browser", times: 5, seconds: 3_600 }
/** Mails that a signed-in person requested to confirm something. */
export const MAILS_SIGNED_IN: AttemptLimit = { name: "mail-session", times: 5, seconds: 3_600 }
/** Mails requested from one source, to any address. */
export const MAIL_REQUESTS: AttemptLimit = { name: "mail-request", times: 20, seconds: 3_600 }

/** A limit and the key that it counts. */
export type AttemptKey = readonly [limit: AttemptLimit, key: string]
/** The counter stops at this value, above every limit. */
const COUNT_MAX = 1_000_000

/** Counts attempts in the database, so that every process sees them. Keys are stored as digests. */
export class Attempts extends Context.Service<
  Attempts,
  {
    /** Counts an attempt. Returns the seconds until the window ends if the limit is exceeded, else 0. */
    count(limit: AttemptLimit, key: string): Effect.Effect<number>
    /** The same for two limits with different names, in one statement. */
    countBoth(one: AttemptKey, other: AttemptKey): Effect.Effect<readonly [number, number]>
    /** Resets a counter after a success. */
    forget(limit: AttemptLimit, key: string): Effect.Effect<void>
    sweep: Effect.Effect<void>
  }
>()("core/accounts/Attempts") {
  static readonly layer = Layer.effect(
    Attempts,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      type Row = { readonly count: number; readonly endsMs: number }

      const waitOf = (row: Row | undefined, countMax: number, nowMs: number) =>
        row === undefined || row.count <= countMax ? 0 : Math.max(1, Math.ceil((row.endsMs - nowMs) / 1_000))

      /** Returns the seconds to wait for each. Callers use one order of names, which prevents deadlocks. */
      const countAll = Effect.fn("Attempts.count")(function* (all: ReadonlyArray<AttemptKey>) {
        const nowMs = yield* Clock.currentTimeMillis
        const now = new Date(nowMs)
        const rows = all.map(([{ name, seconds }, key]) => ({
          name,
          key: digest(key),
          end: formatIso(nowMs + seconds * 1_000),
        }))
        const counted = yield* Effect.promise(
          () => sql<Array<Row & { readonly name: string }>>`
            insert into accounts.attempt as a (name, key, began_at, ends_at, count)
            select name, key, ${now}, "end"::timestamptz, 1
            from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(name text, key text, "end" text)
            on conflict (name, key) do update set
              count = case when a.ends_at <= ${now} then 1 else least(a.count, ${COUNT_MAX}) + 1 end,
              began_at = case when a.ends_at <= ${now} then ${now} else a.began_at end,
              ends_at = case when a.ends_at <= ${now} then excluded.ends_at else a.ends_at end
            returning name, count, (extract(epoch from ends_at) * 1000)::float8 as "endsMs"`,
        )
        return all.map(([{ name, times }]) =>
          waitOf(
            counted.find((row) => row.name === name),
            times,
            nowMs,
          ),
        )
      })

      return Attempts.of({
        count: (limit, key) => Effect.map(countAll([[limit, key]]), ([wait = 0]) => wait),
        countBoth: (one, other) => Effect.map(countAll([one, other]), ([first = 0, second = 0]) => [first, second]),

        forget: (limit, key) =>
          Effect.promise(async () => {
            await deleteAttempts(sql, [limit, key])
          }),

        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from accounts.attempt where ends_at <= ${new Date(nowMs)}`
          }),
        ),
      })
    }),
  )
}

/** Statement that resets a counter; also usable as part of another statement. */
export const deleteAttempts = (sql: SqlClient, [{ name }, key]: AttemptKey) =>
  sql`delete from accounts.attempt where name = ${name} and key = ${digest(key)}`

const digest = (key: string): string => createHash("sha256").update(key).digest("base64url")
