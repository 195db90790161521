import type { NewsNotice } from "#contract/notifications"

/** Options of a news notification, the same for pages and the service worker. */
export const noticeOptions = ({ id, body }: NewsNotice): NotificationOptions => ({
  body,
  // Two notifications of the same item replace each other.
  tag: id,
  icon: "/icon-192.png",
})

/** The service worker's message to open pages after a push. */
export const NEWS_PUSHED = "quire:news-pushed"
