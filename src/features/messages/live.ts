import type { WordsOf } from "../../i18n/index.ts"
import { callerWith } from "../../lib/call.ts"
import { pageSession } from "../../lib/session.ts"
import { loadMessages } from "./loadMessages.ts"
import { $messages } from "./messageState.ts"
import { readConversation } from "./readConversation.ts"
import { showUnread } from "./showUnread.ts"

// Runs on every page of a signed-in person, once the page is there (start.ts).

const CHAT_UNREAD = "quire:chat-unread"

/** What is loaded here fails silently: no word of a failure is ever read. */
const WORDLESS = Object.fromEntries(
  ["failed", "unreachable", "timeout", "request", "success"].map((name) => [`call.${name}`, ""]),
) as unknown as WordsOf<"call">

const call = callerWith({
  fetch: fetch.bind(globalThis),
  toast: () => {},
  locale: "en",
  words: WORDLESS,
  session: pageSession,
})

let header: Element | null = null
const look = (): void => {
  const mounted = document.querySelector("header")
  if (mounted === header) return
  header = mounted
  void readConversation(call).then(() => loadMessages(call))
}

/** What others wrote is known sooner where the chat is connected (features/chat/live.ts). */
document.addEventListener(CHAT_UNREAD, (event) => {
  const state = $messages.get()
  const chatUnreadCount = Number((event as CustomEvent<number>).detail)
  if (state === null || chatUnreadCount === state.chatUnreadCount) return
  const UnreadCount = state.UnreadCount - state.chatUnreadCount + chatUnreadCount
  $messages.set({ ...state, UnreadCount, chatUnreadCount })
})
$messages.listen((state) => state && showUnread(state.UnreadCount))
look()
// While something plays, pages follow each other within one document, each with a header of its own.
addEventListener("popstate", look)
