import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** A member as operators see them: the address is masked in the database. */
export type FoundMember = {
  readonly personId: string
  readonly userCode: string
  readonly channelCode: string | null
  readonly displayName: string | null
  readonly maskedEmail: string | null
  readonly activated: boolean
  readonly openedAt: Date
  readonly sessions: number
}

/** The address of a member. Only `revealEmail` may call this, after the record of the look. */
export const findEmail = Effect.fn("findEmail")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ email: string | null }>>`select email from read.account where person_id = ${personId}`,
  )
  return row?.email ?? null
})

/** The members with exactly this code or address. There is no search by parts, which would tell addresses. */
export const findMembersByCode = Effect.fn("findMembersByCode")(function* (code: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<FoundMember>>`
      select person_id as "personId", user_code as "userCode", channel_code as "channelCode",
        display_name as "displayName", regexp_replace(email, '^(.)[^@]*(@.).*(\\.[^.]*)$', '\\1…\\2…\\3') as "maskedEmail",
        activated, opened_at as "openedAt",
        (select count(*)::int from accounts.session s where s.person_id = a.person_id::uuid and s.expires_at > now()) as sessions
      from read.account a
      where user_code = ${code.toUpperCase()} or channel_code = ${code.toUpperCase()} or lower(email) = ${code.toLowerCase()}
      limit 5`,
  )
})
