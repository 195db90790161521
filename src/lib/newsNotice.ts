import type { NewsNotice } from "#contract/notifications"

/** What a system is told of a notice beside its title: the same whether a page raises it or the service worker. */
export const noticeOptions = ({ id, body }: NewsNotice): NotificationOptions => ({
  body,
  // An item that two tabs or two ways bring is one notification.
  tag: id,
  icon: "/icon-192.png",
})

/** What the service worker says to open pages when news were pushed. */
export const NEWS_PUSHED = "quire:news-pushed"
