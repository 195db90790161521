import { type ChatMessage, SOCKET_OPEN } from "#contract/chat"
import { isLeading, line, listen, ownCode, setUnread, startChat } from "./chat.ts"
import { $chat } from "./chatState.ts"
import { dotOf } from "./line/socketState.ts"
import { forgetInvite, raiseInvite } from "./notice/invites.ts"
import { isElsewhereVisible, raiseBySystem, raiseOnPage, sayWhenLookedAt, whereToTell } from "./notice/raiseMessage.ts"
import { unreadAfter } from "./notice/unreadAfter.ts"
import { noticeText } from "./notice/words.ts"

// What every page of a member has of chat, started when the browser has nothing else to do: the connection, the dot that
// shows its state, and notices of what comes. It needs no React.

const t = noticeText()

const LABELS = {
  green: "shell.chat.connected",
  orange: "shell.chat.connecting",
  red: "shell.chat.closed",
} as const

const show = (): void => {
  const { socketState, UnreadCount } = $chat.get()
  const link = document.querySelector<HTMLElement>("[data-chat-link]")
  const dot = dotOf(socketState)
  if (link !== null) {
    link.dataset["chatState"] = String(socketState)
    link.dataset["chatDot"] = dot
    link.title = t(LABELS[dot])
    const label = link.querySelector("[data-chat-label]")
    if (label !== null) label.textContent = t(LABELS[dot])
  }
  // Whatever counts unread messages elsewhere on the page hears of it, once it is what the server says.
  if (socketState === SOCKET_OPEN) document.dispatchEvent(new CustomEvent("quire:chat-unread", { detail: UnreadCount }))
}
$chat.subscribe(show)
// While something plays, pages follow each other within one document, each with a header of its own.
document.addEventListener("astro:after-swap", show)

const tell = async (message: ChatMessage): Promise<void> => {
  const isVisible = document.visibilityState === "visible"
  const told = whereToTell({
    isOwn: message.SenderUserCode === ownCode(),
    isInChat: $chat.get().showChatPage && isVisible,
    isVisible,
    isElsewhereVisible: !isVisible && (await isElsewhereVisible()),
    isLeading: isLeading(),
  })
  const roomName = message.Scope === "Person" ? message.SenderDisplayName : message.TargetUserCode
  const picture = t("chat.notice.picture")
  if (told === "page") raiseOnPage(message, roomName, picture)
  else if (told === "system") await raiseBySystem(message, roomName, picture)
}

/** Counts are asked for anew this long after something changed them elsewhere. */
const COUNT_PAUSE_MS = 1_000
let counting: ReturnType<typeof setTimeout> | undefined

const count = (): void => {
  // The chat page counts for itself, and what one tab hears of counts all of them hear.
  if (!isLeading() || $chat.get().showChatPage) return
  clearTimeout(counting)
  counting = setTimeout(() => void line.request("Lmh"), COUNT_PAUSE_MS)
}

listen({
  onTold: (told) => {
    const { showChatPage, UnreadCount } = $chat.get()
    const unread = unreadAfter(UnreadCount, told, ownCode())
    if (unread === undefined) count()
    else if (unread !== UnreadCount && !showChatPage) setUnread(unread)
    if (told.Command === "Bc") void tell(told)
    else if (told.Command === "In") raiseInvite(told)
    else if (told.Command === "Ls" && told.State !== "invited") forgetInvite(told.TargetUserCode)
  },
})
sayWhenLookedAt()
startChat()
