import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** A person in search results. */
export type FoundPerson = {
  readonly userCode: string
  /** 0 and null if they are not a creator. */
  readonly channelId: number
  readonly channelCode: string | null
  readonly displayName: string
  readonly userName: string | null
  readonly headerImage: string | null
}

export type PeopleSearch = {
  readonly keyword: string
  readonly pageSize: number
  /** From 1. */
  readonly page: number
}

/**
 * Finds people by their full user or channel code, or by the beginning of the user name or of a word in the display
 * name; never by e-mail address. People without a name are not found.
 */
export const searchPeople = Effect.fn("searchPeople")(function* ({ keyword, pageSize, page }: PeopleSearch) {
  const { client: sql } = yield* Sql
  const text = keyword.normalize("NFC").trim().toLowerCase()
  const begins = `${text.replaceAll(/[\\%_]/g, "\\$&")}%`
  const rows = yield* Effect.promise(
    () => sql<Array<FoundPerson>>`
      select user_code as "userCode", channel_id as "channelId", channel_code as "channelCode", display_name as "displayName",
        user_name as "userName", header_image as "headerImage"
      from read.account
      where activated and display_name is not null
        and (user_code = ${text.toUpperCase()} or channel_code = ${text.toUpperCase()}
          or lower(user_name) like ${begins} or lower(display_name) like ${begins}
          or lower(display_name) like ${`% ${begins}`})
      order by (user_code = ${text.toUpperCase()}) desc, (lower(user_name) = ${text}) desc nulls last,
        lower(display_name), user_code
      limit ${pageSize + 1} offset ${(page - 1) * pageSize}`,
  )
  return { people: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
})
