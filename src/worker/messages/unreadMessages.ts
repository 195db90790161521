import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadChats } from "#projections/chat"
import { unreadNotices } from "#projections/notifications"

/** How many messages a person has not read, and how many of them others wrote. */
export type UnreadMessages = { readonly all: number; readonly chats: number }

/** Counts what a person has not read. */
export const unreadMessages = Effect.fn("unreadMessages")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ notices: number; chats: number }>>`
      select ${unreadNotices(sql, personId)} as notices, ${unreadChats(sql, personId)} as chats`,
  )
  const { notices, chats } = row ?? { notices: 0, chats: 0 }
  return { all: notices + chats, chats } satisfies UnreadMessages
})
