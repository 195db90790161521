import { UNREAD_SHOWN_MAX } from "#contract/chat"

/** The unread count as text: "999+" above 999, empty for none. */
export const shownUnread = (count: number): string =>
  count <= 0 ? "" : count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)
