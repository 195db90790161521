import { UNREAD_SHOWN_MAX } from "#contract/chat"

/** How many unread messages are told: a count above 999 as "999+", nothing where there are none. */
export const shownUnread = (count: number): string =>
  count <= 0 ? "" : count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)
