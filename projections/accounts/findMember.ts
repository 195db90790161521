import { Clock, Effect } from "effect"
import type { Member } from "#contract/accounts"
import { hashOf, SESSION_TOKEN } from "#core/accounts"
import { Sql, type SqlClient, type SqlPart } from "#core/kernel"

/**
 * Finds the signed-in person of a token, or null. One statement over `accounts.session` and the accounts read model;
 * every request of a signed-in person runs it, so ending a session takes effect at once.
 */
export const findMember = (token: string) => findMemberWith<Member>(token, (sql) => sql``)

/**
 * The same with more data about the person, in one statement.
 * @param more additional columns, each with a leading comma; receives the column with the person's id
 */
export const findMemberWith = Effect.fn("findMember")(function* <Row extends Member>(
  token: string,
  more: (sql: SqlClient, personId: SqlPart) => SqlPart,
) {
  if (!SESSION_TOKEN.test(token)) return null
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const hash = hashOf(token)
  const [member] = yield* Effect.promise(
    () => sql<Array<Row>>`
      select s.session_id as "sessionId", s.person_id as "personId", a.user_code as "userCode",
        a.channel_code as "channelCode", a.display_name as "displayName", a.user_name as "userName",
        a.header_image as "headerImage", a.locale, a.preferences, a.credited,
        s.second_step_pending as "isSecondStepPending",
        (extract(epoch from s.seen_at) * 1000)::float8 as "seenMs",
        (extract(epoch from s.rotated_at) * 1000)::float8 as "rotatedMs"
        ${more(sql, sql`a.person_id`)}
      from accounts.session s join read.account a on a.person_id = s.person_id::text
      where s.expires_at > ${now}
        and (s.token_hash = ${hash} or (s.previous_hash = ${hash} and s.previous_until > ${now}))`,
  )
  return member ?? null
})
