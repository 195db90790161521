import { shownUnread } from "../../lib/unread.ts"

/** Updates the unread count in the page (components/messages/Unread.astro). */
export const showUnread = (count: number): void => {
  const shown = shownUnread(count)
  for (const badge of document.querySelectorAll<HTMLElement>("[data-unread]")) {
    const [seen, heard] = badge.children
    if (!(seen instanceof HTMLElement && heard instanceof HTMLElement)) continue
    seen.textContent = shown
    heard.textContent = shown === "" ? "" : `${heard.dataset["says"] ?? ""} ${shown}`.trim()
  }
}
