import { paths } from "../../lib/paths.ts"
import { shownUnread } from "../../lib/unread.ts"

type Unread = { readonly UnreadCount: number; readonly chatUnreadCount: number }

/** Updates the unread count in the page (components/messages/Unread.astro) and where the chat icon leads. */
export const showUnread = ({ UnreadCount: count, chatUnreadCount: chats }: Unread): void => {
  const shown = shownUnread(count)
  const chatLink = document.querySelector<HTMLAnchorElement>("[data-chat-link]")
  if (chatLink !== null) chatLink.pathname = count > 0 && chats === 0 ? paths.messages : paths.chatList
  for (const badge of document.querySelectorAll<HTMLElement>("[data-unread]")) {
    const [seen, heard] = badge.children
    if (!(seen instanceof HTMLElement && heard instanceof HTMLElement)) continue
    seen.textContent = shown
    heard.textContent = shown === "" ? "" : `${heard.dataset["says"] ?? ""} ${shown}`.trim()
  }
}
