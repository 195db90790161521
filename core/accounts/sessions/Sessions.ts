import { Clock, Context, Effect, Layer } from "effect"
import { isUuid, Sql, type SqlClient, uuidv7 } from "#core/kernel"
import { type AttemptKey, deleteAttempts } from "./Attempts.ts"
import { asyncCommit, type BrowserHistory, type BrowserRecord, browserParts, toBrowserHistory } from "./Browsers.ts"
import { hashOf, newToken, SESSION_TOKEN } from "./tokens.ts"

/** Idle timeout of a session. */
export const SESSION_IDLE_MS_MAX = 30 * 86_400_000
/** Tokens are rotated after this time. */
export const TOKEN_AGE_MS_MAX = 86_400_000
/** Grace period of the previous token, for concurrent requests. */
const PREVIOUS_TOKEN_MS_MAX = 60_000
/** Minimum interval between updates of the last use, to avoid a write per request. */
export const SEEN_PAUSE_MS = 300_000
/** Sessions per person; the least recently used is dropped. */
export const SESSIONS_MAX = 100
const DEVICE_LENGTH_MAX = 200

/** A session as shown to its owner. */
export type SessionEntry = {
  readonly sessionId: string
  readonly device: string
  readonly network: string
  readonly openedMs: number
  readonly seenMs: number
}

export type NewSession = {
  readonly personId: string
  readonly device: string
  readonly address: string
  /** Whether the session still needs its second step. */
  readonly isSecondStepPending: boolean
}

/** Options of a new session. */
export type SessionStartOptions = {
  /** Value of the browser's cookie, or null. */
  readonly browser: string | null
  /** The counter of failed attempts to reset, or null. */
  readonly resets: AttemptKey | null
}

export type OpenedSession = {
  readonly sessionId: string
  readonly token: string
  /** Null while the second step is pending. */
  readonly browserRecord: BrowserRecord | null
}

const NO_OPTIONS: SessionStartOptions = { browser: null, resets: null }

/** Sessions of signed-in people. Tokens are random, stored as SHA-256, and looked up in one statement (findMember). */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Starts a session and returns its token, which is not stored. Also records the browser, unless the second step is
     * pending, and resets failed attempts. One statement, because every sign-in runs it.
     */
    open(session: NewSession, options?: SessionStartOptions): Effect.Effect<OpenedSession>
    /** Records the use of a session and rotates its token on request; returns the new token or null. */
    use(sessionId: string, about: { readonly address: string; readonly rotate: boolean }): Effect.Effect<string | null>
    /** Completes the second step and returns a new token, because the old one was issued before it. */
    completeSecondStep(sessionId: string): Effect.Effect<string | null>
    /** Ends a session of a person; returns whether it existed. */
    end(personId: string, sessionId: string): Effect.Effect<boolean>
    /** Ends all sessions of a person, except one if given. */
    endAll(personId: string, except?: string): Effect.Effect<void>
    list(personId: string): Effect.Effect<ReadonlyArray<SessionEntry>>
    /** The session of a token; null if there is none, or its second step is pending. */
    find(token: string): Effect.Effect<{ readonly personId: string; readonly openedMs: number } | null>
    /** Deletes expired sessions. */
    sweep: Effect.Effect<void>
  }
>()("core/accounts/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const run = <A>(query: () => Promise<A>) => Effect.promise(query)

      const exchange = Effect.fnUntraced(function* (sessionId: string, nowMs: number, more: { owes: boolean | null }) {
        const token = newToken()
        const now = new Date(nowMs)
        const previousUntil = new Date(nowMs + PREVIOUS_TOKEN_MS_MAX)
        const rows = yield* run(
          () => sql`
            update accounts.session set token_hash = ${hashOf(token)}, rotated_at = ${now},
              previous_hash = ${more.owes === null ? sql`token_hash` : null},
              previous_until = ${more.owes === null ? previousUntil : null},
              second_step_pending = coalesce(${more.owes}, second_step_pending)
            where session_id = ${sessionId} and expires_at > ${now}
              -- Of two concurrent calls with an old token, only one rotates it.
              and (${more.owes}::boolean is not null or rotated_at <= ${new Date(nowMs - TOKEN_AGE_MS_MAX)})
            returning 1`,
        )
        return rows.length === 1 ? token : null
      })

      return Sessions.of({
        open: Effect.fn("Sessions.open")(function* (session, { browser: presented, resets } = NO_OPTIONS) {
          const nowMs = yield* Clock.currentTimeMillis
          const { opened, ...started } = sessionParts(sql, session, nowMs)
          const reset = resets === null ? sql`` : sql`, reset as (${deleteAttempts(sql, resets)})`
          if (session.isSecondStepPending) {
            yield* run(() => sql`with ${asyncCommit(sql)}, ${opened}${reset} select from async_commit`)
            return { ...started, browserRecord: null }
          }
          const { browser, recorded, history } = browserParts(sql, session.personId, presented, nowMs)
          const [row] = yield* run(
            () => sql<Array<BrowserHistory>>`with ${asyncCommit(sql)}, ${opened}, ${recorded}${reset} ${history}`,
          )
          return { ...started, browserRecord: { browser, ...toBrowserHistory(row) } }
        }),

        use: Effect.fn("Sessions.use")(function* (sessionId, { address, rotate }) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* run(
            () => sql`
              update accounts.session set seen_at = ${new Date(nowMs)}, network = ${networkOf(address)},
                expires_at = ${new Date(nowMs + SESSION_IDLE_MS_MAX)}
              where session_id = ${sessionId} and expires_at > ${new Date(nowMs)}`,
          )
          return rotate ? yield* exchange(sessionId, nowMs, { owes: null }) : null
        }),

        completeSecondStep: Effect.fn("Sessions.settleStep")(function* (sessionId) {
          return yield* exchange(sessionId, yield* Clock.currentTimeMillis, { owes: false })
        }),

        end: (personId, sessionId) =>
          run(async () => {
            if (!isUuid(sessionId)) return false
            const rows = await sql`
              delete from accounts.session where session_id = ${sessionId} and person_id = ${personId} returning 1`
            return rows.length > 0
          }),

        endAll: (personId, except) =>
          run(async () => {
            await sql`delete from accounts.session
              where person_id = ${personId} and session_id is distinct from ${except ?? null}::uuid`
          }),

        list: Effect.fn("Sessions.list")(function* (personId) {
          const now = new Date(yield* Clock.currentTimeMillis)
          return yield* run(
            () => sql<Array<SessionEntry>>`
              select session_id as "sessionId", device, network,
                (extract(epoch from opened_at) * 1000)::float8 as "openedMs",
                (extract(epoch from seen_at) * 1000)::float8 as "seenMs"
              from accounts.session where person_id = ${personId} and expires_at > ${now}
              order by seen_at desc limit ${SESSIONS_MAX}`,
          )
        }),

        find: Effect.fn("Sessions.find")(function* (token) {
          if (!SESSION_TOKEN.test(token)) return null
          const [now, hash] = [new Date(yield* Clock.currentTimeMillis), hashOf(token)]
          const [found] = yield* run(
            () => sql<Array<{ personId: string; openedMs: number }>>`
              select person_id as "personId", (extract(epoch from opened_at) * 1000)::float8 as "openedMs"
              from accounts.session
              where expires_at > ${now} and not second_step_pending
                and (token_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now}))`,
          )
          return found ?? null
        }),

        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          run(async () => {
            await sql`delete from accounts.session where expires_at <= ${new Date(nowMs)}`
          }),
        ),
      })
    }),
  )
}

/** A new session, and the parts of a statement that insert it. They follow `asyncCommit`. */
const sessionParts = (
  sql: SqlClient,
  { personId, device, address, isSecondStepPending }: NewSession,
  nowMs: number,
) => {
  const now = new Date(nowMs)
  const sessionId = uuidv7(nowMs)
  const token = newToken()
  const opened = sql`
    opened as (
      insert into accounts.session (session_id, token_hash, person_id, second_step_pending, device, network, opened_at,
        seen_at, rotated_at, expires_at)
      select ${sessionId}, ${hashOf(token)}, ${personId}::uuid, ${isSecondStepPending}, ${device.slice(0, DEVICE_LENGTH_MAX)},
        ${networkOf(address)}, ${now}, ${now}, ${now}, ${new Date(nowMs + SESSION_IDLE_MS_MAX)} from async_commit
    ), closed as (
      delete from accounts.session where session_id in (
        select session_id from accounts.session where person_id = ${personId}
        order by seen_at desc offset ${SESSIONS_MAX - 1})
    )`
  return { sessionId, token, opened }
}

/** Network of an address: the first three groups of IPv4 or IPv6, so that people recognise it. */
const networkOf = (address: string): string =>
  address.includes(":") ? `${address.split(":").slice(0, 3).join(":")}::` : address.split(".").slice(0, 3).join(".")
