import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadChats, unreadRequests } from "#projections/chat"
import { unreadNotices } from "#projections/notifications"

/** Unread notices, messages and requests of a person, and how many are messages of conversations. */
export type UnreadMessages = { readonly all: number; readonly chats: number }

export const unreadMessages = Effect.fn("unreadMessages")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<{ notices: number; requests: number; chats: number }>>(STATEMENT, [personId], { prepare: true }),
  )
  const { notices, requests, chats } = row ?? { notices: 0, requests: 0, chats: 0 }
  return { all: notices + requests + chats, chats } satisfies UnreadMessages
})

const STATEMENT = `
  select ${unreadNotices("$1::text")} as notices, ${unreadRequests("$1::text")} as requests, ${unreadChats("$1::text")} as chats`
