import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadChats } from "#projections/chat"
import { unreadNotices } from "#projections/notifications"

/** Unread messages of a person, and how many are from people. */
export type UnreadMessages = { readonly all: number; readonly chats: number }

export const unreadMessages = Effect.fn("unreadMessages")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ notices: number; chats: number }>>`
      select ${unreadNotices(sql, personId)} as notices, ${unreadChats(sql, personId)} as chats`,
  )
  const { notices, chats } = row ?? { notices: 0, chats: 0 }
  return { all: notices + chats, chats } satisfies UnreadMessages
})
