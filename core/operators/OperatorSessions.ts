import { randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { hashOf, SESSION_TOKEN } from "#core/accounts"
import { networkOf, Sql, uuidv7 } from "#core/kernel"

/** A session ends after this time without a request, and after the other in any case (NIST SP 800-63B, AAL3). */
export const OPERATOR_IDLE_MS_MAX = 15 * 60_000
export const OPERATOR_SESSION_MS_MAX = 12 * 3_600_000
/** Sessions per operator; the oldest ends. */
export const OPERATOR_SESSIONS_MAX = 3
/** Minimum interval between updates of the last use. */
const SEEN_PAUSE_MS = 30_000
const TOKEN_BYTES = 32

/** A session of a browser is in a cookie, and one of a terminal in a file; neither is accepted in place of the other. */
export type OperatorSessionKind = "browser" | "terminal"

export type OperatorSession = {
  readonly sessionId: string
  readonly kind: OperatorSessionKind
  readonly operatorId: string
  readonly device: string
  readonly network: string
  readonly openedMs: number
  readonly seenMs: number
}

/** Sessions at the console. Tokens are random and stored as SHA-256. */
export class OperatorSessions extends Context.Service<
  OperatorSessions,
  {
    /** Starts a session after a passkey's signature and returns its token, which is not stored. */
    open(about: {
      readonly operatorId: string
      readonly kind: OperatorSessionKind
      /** Its name for the operator. */
      readonly device: string
      readonly address?: string
    }): Effect.Effect<string>
    /** The session of a token; null if it ended. Notes its use. */
    find(token: string, kind: OperatorSessionKind): Effect.Effect<OperatorSession | null>
    end(sessionId: string): Effect.Effect<void>
    /** Ends all sessions of an operator, for one who lost a role or was suspended. */
    endAll(operatorId: string): Effect.Effect<void>
    list(operatorId: string): Effect.Effect<ReadonlyArray<OperatorSession>>
  }
>()("core/operators/OperatorSessions") {
  static readonly layer = Layer.effect(
    OperatorSessions,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const run = <A>(query: () => Promise<A>) => Effect.promise(query)
      const alive = (nowMs: number) => sql`
        seen_at > ${new Date(nowMs - OPERATOR_IDLE_MS_MAX)} and opened_at > ${new Date(nowMs - OPERATOR_SESSION_MS_MAX)}`
      const columns = sql`
        session_id as "sessionId", operator_id as "operatorId", kind, device, network,
        (extract(epoch from opened_at) * 1000)::float8 as "openedMs",
        (extract(epoch from seen_at) * 1000)::float8 as "seenMs"`

      return OperatorSessions.of({
        open: Effect.fn("OperatorSessions.open")(function* ({ operatorId, kind, device, address }) {
          const nowMs = yield* Clock.currentTimeMillis
          const token = randomBytes(TOKEN_BYTES).toString("base64url")
          const now = new Date(nowMs)
          yield* run(
            () => sql`
              with ended as (
                delete from operators.session where not (${alive(nowMs)}) or session_id in (
                  select session_id from operators.session where operator_id = ${operatorId}
                  order by opened_at desc offset ${OPERATOR_SESSIONS_MAX - 1})
              )
              insert into operators.session (session_id, operator_id, token_hash, kind, device, network, opened_at, seen_at)
              values (${uuidv7(nowMs)}, ${operatorId}, ${hashOf(token)}, ${kind}, ${device},
                ${address === undefined ? "" : networkOf(address)}, ${now}, ${now})`,
          )
          return token
        }),
        find: Effect.fn("OperatorSessions.find")(function* (token, kind) {
          if (!SESSION_TOKEN.test(token)) return null
          const nowMs = yield* Clock.currentTimeMillis
          const [found] = yield* run(
            () => sql<Array<OperatorSession>>`
              select ${columns} from operators.session where token_hash = ${hashOf(token)} and kind = ${kind} and ${alive(nowMs)}`,
          )
          if (found === undefined) return null
          if (nowMs - found.seenMs > SEEN_PAUSE_MS)
            yield* run(
              () => sql`
                update operators.session set seen_at = ${new Date(nowMs)} where session_id = ${found.sessionId}`,
            )
          return found
        }),
        end: (sessionId) =>
          run(async () => void (await sql`delete from operators.session where session_id = ${sessionId}`)),
        endAll: (operatorId) =>
          run(async () => void (await sql`delete from operators.session where operator_id = ${operatorId}`)),
        list: Effect.fn("OperatorSessions.list")(function* (operatorId) {
          const nowMs = yield* Clock.currentTimeMillis
          return yield* run(
            () => sql<Array<OperatorSession>>`
              select ${columns} from operators.session where operator_id = ${operatorId} and ${alive(nowMs)}
              order by opened_at desc`,
          )
        }),
      })
    }),
  )
}
