import { Effect } from "effect"
import { unreadOf } from "#projections/chat"
import { countNotices } from "#projections/notices"

/** How many messages a person has not read: notices, and what others wrote. 0 where that cannot be told now: a page must come. */
export const unreadMessages = (personId: string) =>
  Effect.zipWith(
    countNotices(personId),
    unreadOf(personId),
    ({ System, Account }, chats) => System.unread + Account.unread + chats,
  ).pipe(Effect.catchCause((cause) => Effect.as(Effect.logWarning("unread messages not counted", cause), 0)))
