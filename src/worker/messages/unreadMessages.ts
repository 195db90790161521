import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadChats, unreadRequests } from "#projections/chat"
import { unreadNotices } from "#projections/notifications"

/** Unread notices, messages and requests of a person, and how many are messages of conversations. */
export type UnreadMessages = { readonly all: number; readonly chats: number }

export const unreadMessages = Effect.fn("unreadMessages")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ notices: number; requests: number; chats: number }>>`
      select ${unreadNotices(sql, personId)} as notices, ${unreadRequests(sql, personId)} as requests,
        ${unreadChats(sql, personId)} as chats`,
  )
  const { notices, requests, chats } = row ?? { notices: 0, requests: 0, chats: 0 }
  return { all: notices + requests + chats, chats } satisfies UnreadMessages
})
