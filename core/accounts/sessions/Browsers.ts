import { Clock, Context, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"
import { hashOf, newToken, SESSION_TOKEN } from "./tokens.ts"

/** Browsers stored per person; the least recently used is dropped. */
const BROWSERS_MAX = 100
/** A browser without a sign-in for this time counts as new. */
const BROWSER_MS_MAX = 400 * 86_400_000

export type BrowserRecord = {
  /** New value of the browser's cookie. */
  readonly browser: string
  /** The person had never signed in from it. */
  readonly isNew: boolean
  /** It is the person's first browser, so no warning is needed. */
  readonly isFirst: boolean
}

/** Browsers in which people have signed in, identified by a cookie of 256 random bits. */
export class Browsers extends Context.Service<
  Browsers,
  {
    /** Whether a person has signed in from this browser before. */
    isKnown(personId: string, browser: string | null): Effect.Effect<boolean>
    /** Records a sign-in from a browser. */
    record(personId: string, browser: string | null): Effect.Effect<BrowserRecord>
    forget(personId: string): Effect.Effect<void>
    sweep: Effect.Effect<void>
  }
>()("core/accounts/Browsers") {
  static readonly layer = Layer.effect(
    Browsers,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      return Browsers.of({
        isKnown: Effect.fn("Browsers.isKnown")(function* (personId, browser) {
          if (browser === null || !SESSION_TOKEN.test(browser)) return false
          const rows = yield* Effect.promise(
            () => sql`select from accounts.browser where person_id = ${personId} and hash = ${hashOf(browser)}`,
          )
          return rows.length > 0
        }),
        record: Effect.fn("Browsers.meet")(function* (personId, given) {
          const { browser, recorded, history } = browserParts(sql, personId, given, yield* Clock.currentTimeMillis)
          const [row] = yield* Effect.promise(
            () => sql<Array<BrowserHistory>>`with ${asyncCommit(sql)}, ${recorded} ${history}`,
          )
          return { browser, ...toBrowserHistory(row) }
        }),
        forget: (personId) =>
          Effect.promise(async () => {
            await sql`delete from accounts.browser where person_id = ${personId}`
          }),
        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`delete from accounts.browser where seen_at < ${new Date(nowMs - BROWSER_MS_MAX)}`
          }),
        ),
      })
    }),
  )
}

/** Whether a browser is new, and the person's first. */
export type BrowserHistory = Omit<BrowserRecord, "browser">

export const toBrowserHistory = (row: BrowserHistory | undefined): BrowserHistory => ({
  isNew: row?.isNew ?? true,
  isFirst: row?.isFirst ?? true,
})

/** Parts of a statement: record the browser, and select whether it was known. They follow `asyncCommit`. */
export const browserParts = (sql: SqlClient, personId: string, given: string | null, nowMs: number) => {
  const browser = given !== null && SESSION_TOKEN.test(given) ? given : newToken()
  const recorded = sql`
    recorded as (
      insert into accounts.browser as b (person_id, hash, seen_at)
      select ${personId}::uuid, ${hashOf(browser)}::bytea, ${new Date(nowMs)}::timestamptz from async_commit
      on conflict (person_id, hash) do update set seen_at = excluded.seen_at
    ), dropped as (
      delete from accounts.browser where (person_id, hash) in (
        select person_id, hash from accounts.browser where person_id = ${personId}
        order by seen_at desc offset ${BROWSERS_MAX - 1})
    )`
  const history = sql`
    select coalesce(bool_and(hash <> ${hashOf(browser)}), true) as "isNew", count(*) = 0 as "isFirst"
    from accounts.browser where person_id = ${personId}`
  return { browser, recorded, history }
}

/** Turns off synchronous commit: after a crash, people whose last sign-in is lost sign in again. */
export const asyncCommit = (sql: SqlClient) =>
  sql`async_commit as (select set_config('synchronous_commit', 'off', true))`
