import { Clock, Effect } from "effect"
import { hashOf, SESSION_TOKEN } from "#core/accounts"
import { Sql } from "#core/kernel"

/** The person of a session, with the fields that others see. */
export type SignedIn = {
  readonly sessionId: string
  readonly personId: string
  readonly userCode: string
  readonly displayName: string | null
}

/** The signed-in people of tokens, in one statement. Sessions that still need the second step are left out. */
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
          select g.hash, s.session_id, s.person_id, s.second_step_pending, s.expires_at
          from given g join accounts.session s on s.token_hash = g.hash
          union all
          select g.hash, s.session_id, s.person_id, s.second_step_pending, s.expires_at
          from given g join accounts.session s on s.previous_hash = g.hash and s.previous_until > ${now})
      select encode(f.hash, 'hex') as hash, f.session_id as "sessionId", f.person_id as "personId",
        a.user_code as "userCode", a.display_name as "displayName"
      from found f join read.account a on a.person_id = f.person_id::text
      where f.expires_at > ${now} and not f.second_step_pending`,
  )
  return new Map(rows.map(({ hash, ...member }) => [byHash.get(hash) ?? "", member as SignedIn]))
})

/** The given sessions that have ended or never existed. */
export const endedSessions = Effect.fn("endedSessions")(function* (sessionIds: ReadonlyArray<string>) {
  if (sessionIds.length === 0) return []
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly sessionId: string }>>`
      select g.session_id as "sessionId" from unnest(${[...sessionIds]}::uuid[]) as g(session_id)
      where not exists (select from accounts.session s
        where s.session_id = g.session_id and s.expires_at > ${now} and not s.second_step_pending)`,
  )
  return rows.map(({ sessionId }) => sessionId)
})

/** A person's name and code. */
export type Named = { readonly personId: string; readonly userCode: string; readonly displayName: string | null }

/** Names by person id; deleted people are left out. */
export const findNames = Effect.fn("findNames")(function* (personIds: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<Named>>`
      select person_id as "personId", user_code as "userCode", display_name as "displayName"
      from read.account where person_id = any(${[...personIds]})`,
  )
  return new Map(rows.map((row) => [row.personId, row]))
})

/** Person ids by user code or channel code, keyed as given; unknown codes are left out. */
export const findPersonIdsByCode = Effect.fn("findPersonIdsByCode")(function* (codes: ReadonlyArray<string>) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly code: string; readonly personId: string }>>`
      select g.code, a.person_id as "personId" from unnest(${[...codes]}::text[]) as g(code)
      cross join lateral (
        select person_id from read.account
        where activated and (user_code = upper(g.code) or channel_code = upper(g.code) or user_code = g.code) limit 1) a`,
  )
  return new Map(rows.map(({ code, personId }) => [code, personId]))
})
