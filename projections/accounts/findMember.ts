import { Clock, Effect } from "effect"
import type { Member } from "#contract/accounts"
import { hashOf, SESSION_TOKEN } from "#core/accounts"
import { Sql } from "#core/kernel"

/**
 * Finds the signed-in person of a token, or null. One statement over `accounts.session` and the accounts read model;
 * every request of a signed-in person runs it, so ending a session takes effect at once.
 */
export const findMember = (token: string) => findMemberWith<Member>(token, MEMBER_STATEMENT)

/**
 * The same with more data about the person, in one statement.
 * @param statement made by `memberStatement`
 */
export const findMemberWith = Effect.fn("findMember")(function* <Row extends Member>(token: string, statement: string) {
  if (!SESSION_TOKEN.test(token)) return null
  const { client: sql } = yield* Sql
  const now = new Date(yield* Clock.currentTimeMillis)
  const [member] = yield* Effect.promise(() =>
    sql.unsafe<Array<Row>>(statement, [now, hashOf(token)], { prepare: true }),
  )
  return member ?? null
})

/**
 * The statement for `findMemberWith`. Made once as text: fragments of the driver would cost as much as the query.
 * @param more additional columns, each with a leading comma, which may refer to the account as `a`
 */
export const memberStatement = (more: string): string => `
  select s.session_id as "sessionId", s.person_id as "personId", a.user_code as "userCode",
    a.channel_code as "channelCode", a.display_name as "displayName", a.user_name as "userName",
    a.header_image as "headerImage", a.locale, a.preferences, a.credited,
    s.second_step_pending as "isSecondStepPending",
    (extract(epoch from s.seen_at) * 1000)::float8 as "seenMs",
    (extract(epoch from s.rotated_at) * 1000)::float8 as "rotatedMs"
    ${more}
  from accounts.session s join read.account a on a.person_id = s.person_id::text
  where s.expires_at > $1
    and (s.token_hash = $2 or (s.previous_hash = $2 and s.previous_until > $1))`

const MEMBER_STATEMENT = memberStatement("")
