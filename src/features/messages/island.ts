import type { WordsOf } from "../../i18n/index.ts"
import { callerWith } from "../../lib/call.ts"
import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { pageSession } from "../../lib/session.ts"
import { loadMessages } from "./loadMessages.ts"
import { $messages } from "./messageState.ts"
import { readConversation } from "./readConversation.ts"
import { showUnread } from "./showUnread.ts"

// Runs on every page of a signed-in person, after the page has loaded (start.ts).

const CHAT_UNREAD = "quire:chat-unread"

/** Failures here are silent, so no error texts are loaded. */
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

/** With an open chat connection, unread counts arrive earlier (features/chat). */
document.addEventListener(CHAT_UNREAD, (event) => {
  const state = $messages.get()
  const chatUnreadCount = Number((event as CustomEvent<number>).detail)
  if (state === null || chatUnreadCount === state.chatUnreadCount) return
  const UnreadCount = state.UnreadCount - state.chatUnreadCount + chatUnreadCount
  $messages.set({ ...state, UnreadCount, chatUnreadCount })
})
/** Notices have no connection of their own. */
onLiveUpdate("unread", (mark) => {
  const state = $messages.get()
  if (state !== null && state.UnreadCount !== Number(mark)) void loadMessages(call)
})
$messages.listen((state) => state && showUnread(state))
look()
// During playback, pages change within one document, each with its own header.
addEventListener("popstate", look)
