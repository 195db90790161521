import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadChats } from "#projections/chat"
import { type FollowsRow, followColumns, readFollows } from "#projections/follows"
import { unreadNotices } from "#projections/notices"
import { run } from "./runtime.ts"

/** What pages show of a member, as locals; calls and files ask for themselves what they need. */
export const memberView = async ({
  member,
  path,
}: App.Locals): Promise<Partial<Pick<App.Locals, "account" | "follows" | "unread">>> => {
  if (member === null || IS_NO_PAGE.test(path)) return {}
  const { account, unread } = await run(viewOf(member.personId))
  return { account, follows: account.byGroup, unread }
}

const IS_NO_PAGE = /^\/(?:api|feeds|websub)\/|^\/(?:img|live|metrics|version\.json)$/

type Row = FollowsRow & { readonly notices: number; readonly chats: number }

/** One statement: every page of a member makes it. */
const viewOf = Effect.fn("memberView")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<Row>>`
      select ${followColumns(sql, personId)},
        ${unreadNotices(sql, personId)} as notices, ${unreadChats(sql, personId)} as chats`,
  )
  return { account: readFollows(row), unread: (row?.notices ?? 0) + (row?.chats ?? 0) }
})
