import type { NewsNotice } from "#contract/notifications"
import { LIBRARY_NEWS } from "../../lib/fixedPaths.ts"
import { noticeOptions } from "../../lib/newsNotice.ts"

/** Shows a notification through the service worker if possible, which handles a click after the page is closed. */
export const showNotification = async (notice: NewsNotice): Promise<void> => {
  if (Notification.permission !== "granted") return
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(notice.title, noticeOptions(notice))
  const shown = new Notification(notice.title, noticeOptions(notice))
  shown.addEventListener("click", () => {
    shown.close()
    window.focus()
    if (location.pathname === LIBRARY_NEWS) location.reload()
    else location.assign(LIBRARY_NEWS)
  })
}
