import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** The public fields of a person. */
export type Person = {
  readonly personId: string
  readonly userCode: string
  /** 0 and null if they are not a creator. */
  readonly channelId: number
  readonly channelCode: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly headerImage: string | null
  readonly bannerImage: string | null
  readonly bio: string | null
  /** Whether everyone may see which feeds the person follows. */
  readonly showsFollows: boolean
  readonly openedAt: Date
}

/**
 * Finds the person with this user code or channel code, or null. Accounts without a confirmed address are not found.
 */
export const findPerson = Effect.fn("findPerson")(function* (code: string) {
  const { client: sql } = yield* Sql
  const [person] = yield* Effect.promise(
    () => sql<Array<Person>>`
      select person_id as "personId", user_code as "userCode", channel_id as "channelId", channel_code as "channelCode",
        display_name as "displayName", user_name as "userName", header_image as "headerImage", banner_image as "bannerImage", bio,
        coalesce(preferences->>'10' = 'on', false) as "showsFollows", opened_at as "openedAt"
      from read.account where activated and (user_code = ${code.toUpperCase()} or channel_code = ${code.toUpperCase()}
        or user_code = ${code}) limit 1`,
  )
  return person ?? null
})

/** What an avatar is made of. */
export type Face = Pick<Person, "userCode" | "displayName" | "headerImage">

/**
 * What the avatar of the person with this code is made of, or null. Accounts without a confirmed address have one too:
 * the first page after confirming shows it, and may come before the confirmation is in the read model.
 */
export const findFace = Effect.fn("findFace")(function* (code: string) {
  const { client: sql } = yield* Sql
  const [face] = yield* Effect.promise(
    () => sql<Array<Face>>`
      select user_code as "userCode", display_name as "displayName", header_image as "headerImage" from read.account
      where user_code = ${code.toUpperCase()} or channel_code = ${code.toUpperCase()} or user_code = ${code} limit 1`,
  )
  return face ?? null
})
