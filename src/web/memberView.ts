import { Effect } from "effect"
import type { Member } from "#core/accounts"
import { findMember, findMemberWith, memberStatement } from "#projections/accounts"
import { unreadChats, unreadRequests } from "#projections/chat"
import { type FollowsRow, followColumns, type PersonFollows, readFollows } from "#projections/follows"
import { unreadNotices } from "#projections/notifications"

/** Member data that every page shows; calls and files load their own. */
export type MemberView = {
  readonly follows: PersonFollows
  /** Unread messages, requests and notices. */
  readonly unread: number
  /** How many of the unread are messages of conversations. */
  readonly unreadChats: number
}

export type MemberAndView = { readonly member: Member; readonly view: MemberView | null }

/** The member of a token, or null; for pages with their member data, in one statement. */
export const findMemberView = Effect.fnUntraced(function* (token: string, isPage: boolean) {
  if (!isPage) {
    const member = yield* findMember(token)
    return member && ({ member, view: null } satisfies MemberAndView)
  }
  const row = yield* findMemberWith<Row>(token, VIEW_STATEMENT)
  if (row === null) return null
  const { position, groups, feeds, muted, notices, requests, chats, ...member } = row
  const view = {
    follows: readFollows({ position, groups, feeds, muted }),
    unread: notices + requests + chats,
    unreadChats: chats,
  }
  return { member, view } satisfies MemberAndView
})

type Row = Member & FollowsRow & { readonly notices: number; readonly requests: number; readonly chats: number }

const VIEW_STATEMENT = memberStatement(`,
  ${followColumns("a.person_id")},
  ${unreadNotices("a.person_id")} as notices, ${unreadRequests("a.person_id")} as requests,
  ${unreadChats("a.person_id")} as chats`)

/** Whether a path is a page. */
export const isPage = (path: string): boolean => !NO_PAGE.test(path)

const NO_PAGE = /^\/(?:api|feeds|media|websub)\/|^\/(?:img|live|metrics|version\.json)$/
