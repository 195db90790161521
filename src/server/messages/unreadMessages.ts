import { Effect } from "effect"
import { unreadOf } from "#projections/chat"
import { countNotices } from "#projections/notices"

/** How many messages a person has not read, and how many of them others wrote. */
export type UnreadMessages = { readonly all: number; readonly chats: number }

const NONE: UnreadMessages = { all: 0, chats: 0 }

/** Counts what a person has not read. Nothing where that cannot be told now: a page must come. */
export const unreadMessages = (personId: string) =>
  Effect.zipWith(
    countNotices(personId),
    unreadOf(personId),
    ({ System, Account }, chats): UnreadMessages => ({ all: System.unread + Account.unread + chats, chats }),
  ).pipe(Effect.catchCause((cause) => Effect.as(Effect.logWarning("unread messages not counted", cause), NONE)))
