import { Clock, Effect } from "effect"
import { hashOf, SESSION_TOKEN } from "#core/accounts"
import { Sql } from "#core/kernel"

/** Whose session a token is, with what others see of them. */
export type SignedIn = {
  readonly sessionId: string
  readonly personId: string
  readonly userCode: string
  readonly displayName: string | null
}

/** The signed-in people behind tokens, in one statement. Sessions that still owe their second step are nobody's. */
export const findMembers = Effect.fn("findMembers")(function* (tokens: ReadonlyArray<string>) {
  const byHash = new Map(
    tokens.filter((token) => SESSION_TOKEN.test(token)).map((token) => [hashOf(token).toString("hex"), token]),
  )
  if (byHash.size === 0) return new Map<string, SignedIn>()
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* Effect.promise(
    () => sql<Array<SignedIn & { readonly hash: string }>>`
      with given as (select decode(hash, 'hex') as hash from unnest(${[...byHash.keys()]}::text[]) as g(hash)),
        found as (
          select g.hash, s.session_id, s.person_id, s.owes_step, s.expires_at
          from given g join accounts.session s on s.token_hash = g.hash
          union all
          select g.hash, s.session_id, s.person_id, s.owes_step, s.expires_at
          from given g join accounts.session s on s.previous_hash = g.hash and s.previous_until > ${now})
      select encode(f.hash, 'hex') as hash, f.session_id as "sessionId", f.person_id as "personId",
        a.user_code as "userCode", a.display_name as "displayName"
      from found f join read.account a on a.person_id = f.person_id::text
      where f.expires_at > ${now} and not f.owes_step`,
  )
  return new Map(rows.map(({ hash, ...member }) => [byHash.get(hash) ?? "", member as SignedIn]))
})

/** Which of some sessions have ended, or never were. */
export const endedSessions = Effect.fn("endedSessions")(function* (sessionIds: ReadonlyArray<string>) {
  if (sessionIds.length === 0) return []
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly sessionId: string }>>`
      select g.session_id as "sessionId" from unnest(${[...sessionIds]}::uuid[]) as g(session_id)
      where not exists (select from accounts.session s
        where s.session_id = g.session_id and s.expires_at > ${now} and not s.owes_step)`,
  )
  return rows.map(({ sessionId }) => sessionId)
})
