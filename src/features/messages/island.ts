import type { WordsOf } from "../../i18n/index.ts"
import { type Call, callerWith } from "../../lib/call.ts"
import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { paths } from "../../lib/paths.ts"
import { pageSession } from "../../lib/session.ts"
import { shownUnread, withUnread } from "../../lib/text.ts"
import { loadMessages } from "./loadMessages.ts"
import { $messages } from "./messageState.ts"
import { showInTabIcon } from "./tabIcon.ts"

type Unread = { readonly UnreadCount: number; readonly chatUnreadCount: number }

/** The count before the title of the page, which says in other tabs that something is new. */
let shownInTitle = ""

/** Updates the unread count in the page (components/messages/Unread.astro) and where the chat icon leads. */
const showUnread = ({ UnreadCount: count, chatUnreadCount: chats }: Unread): void => {
  const shown = shownUnread(count)
  document.title = withUnread(document.title, shownInTitle, shown)
  shownInTitle = shown
  void showInTabIcon(shown)
  const chatLink = document.querySelector<HTMLAnchorElement>("[data-chat-link]")
  if (chatLink !== null) chatLink.pathname = count > 0 && chats === 0 ? paths.messages : paths.chatList
  for (const badge of document.querySelectorAll<HTMLElement>("[data-unread]")) {
    const [seen, announcement] = badge.children
    if (!(seen instanceof HTMLElement && announcement instanceof HTMLElement)) continue
    seen.textContent = shown
    announcement.textContent = shown === "" ? "" : `${announcement.dataset["says"] ?? ""} ${shown}`.trim()
  }
}

/** Marks the conversation on the page as read once it is visible. Fails silently. */
const readConversation = async (call: Call): Promise<void> => {
  const page = document.querySelector<HTMLElement>("[data-conversation]")
  const targetUserCode = page?.dataset["conversation"]
  if (targetUserCode === undefined || document.visibilityState !== "visible") return
  await call("Message/UpdateMessage", { targetUserCode }, { silent: true })
}

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

let isLoading = false
/** The count that the server sent while messages were loading: their answer may be older. */
let toldMeanwhile: number | undefined
const load = async (): Promise<void> => {
  isLoading = true
  toldMeanwhile = undefined
  await loadMessages(call)
  isLoading = false
  if (toldMeanwhile !== undefined && toldMeanwhile !== $messages.get()?.UnreadCount) await loadMessages(call)
}

let header: Element | null = null
const update = (): void => {
  const mounted = document.querySelector("header")
  if (mounted === header) return
  header = mounted
  isLoading = true
  void readConversation(call).then(load)
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
  if (isLoading) toldMeanwhile = Number(mark)
  else if ($messages.get()?.UnreadCount !== Number(mark)) void load()
})
$messages.listen((state) => state && showUnread(state))
update()
// During playback, pages change within one document, each with its own header.
addEventListener("popstate", update)
