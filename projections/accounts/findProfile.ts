import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** The fields of an account that its own person may see. */
export type Profile = {
  readonly personId: string
  readonly userCode: string
  /** 0 and null if they are not a creator. */
  readonly channelId: number
  readonly channelCode: string | null
  readonly email: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly headerImage: string | null
  readonly bannerImage: string | null
  readonly bio: string | null
  readonly locale: string
  readonly roleId: number
  readonly preferences: Readonly<Record<string, string>>
  /** Whether their balance was ever credited. */
  readonly credited: boolean
  /** When the account was opened, in milliseconds since 1970. */
  readonly openedMs: number
}

/** A person's own account, or null. */
export const findProfile = Effect.fn("findProfile")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [profile] = yield* Effect.promise(
    () => sql<Array<Profile>>`
      select person_id as "personId", user_code as "userCode", channel_id as "channelId", channel_code as "channelCode", email,
        display_name as "displayName", user_name as "userName", header_image as "headerImage", banner_image as "bannerImage", bio, locale,
        role_id as "roleId", preferences, credited, (extract(epoch from opened_at) * 1000)::float8 as "openedMs"
      from read.account where person_id = ${personId}`,
  )
  return profile ?? null
})
