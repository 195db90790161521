import { type ChatMessage, SOCKET_OPEN } from "#contract/chat"
import { isLeading, line, listen, ownCode, setUnread, startChat } from "./chat.ts"
import { $chat, unreadAfter } from "./chatState.ts"
import { dotColorOf } from "./connection/ChatConnection.ts"
import { closeInviteNotice, showInviteNotice } from "./notice/inviteNotices.ts"
import {
  announceVisibility,
  chooseNoticeTarget,
  isOtherTabVisible,
  showPageNotice,
  showSystemNotice,
} from "./notice/messageNotices.ts"
import { noticeText } from "./notice/noticeRegion.ts"

// Chat on every page of a member, started when the browser is idle: connection, state dot and notices. Needs no React.

const t = noticeText()

const LABELS = {
  green: "shell.chat.connected",
  orange: "shell.chat.connecting",
  red: "shell.chat.closed",
} as const

const show = (): void => {
  const { socketState, UnreadCount } = $chat.get()
  const link = document.querySelector<HTMLElement>("[data-chat-link]")
  const dot = dotColorOf(socketState)
  if (link !== null) {
    link.dataset["chatState"] = String(socketState)
    link.dataset["chatDot"] = dot
    link.title = t(LABELS[dot])
    const label = link.querySelector("[data-chat-label]")
    if (label !== null) label.textContent = t(LABELS[dot])
  }
  // Other unread counters on the page listen to this event.
  if (socketState === SOCKET_OPEN) document.dispatchEvent(new CustomEvent("quire:chat-unread", { detail: UnreadCount }))
}
$chat.subscribe(show)
// During playback, pages change within one document, each with its own header.
document.addEventListener("astro:after-swap", show)

const tell = async (message: ChatMessage): Promise<void> => {
  const isVisible = document.visibilityState === "visible"
  const told = chooseNoticeTarget({
    isOwn: message.SenderUserCode === ownCode(),
    isInChat: $chat.get().showChatPage && isVisible,
    isVisible,
    isOtherTabVisible: !isVisible && (await isOtherTabVisible()),
    isLeading: isLeading(),
  })
  const roomName = message.Scope === "Person" ? message.SenderDisplayName : message.TargetUserCode
  const picture = t("chat.notice.picture")
  if (told === "page") showPageNotice(message, roomName, picture)
  else if (told === "system") await showSystemNotice(message, roomName, picture)
}

/** Delay before counts are requested after a change elsewhere. */
const COUNT_PAUSE_MS = 1_000
let counting: ReturnType<typeof setTimeout> | undefined

const count = (): void => {
  // The chat page counts for itself; one tab requests counts for all.
  if (!isLeading() || $chat.get().showChatPage) return
  clearTimeout(counting)
  counting = setTimeout(() => void line.request("Lmh"), COUNT_PAUSE_MS)
}

listen({
  onPush: (told) => {
    const { showChatPage, UnreadCount } = $chat.get()
    const unread = unreadAfter(UnreadCount, told, ownCode())
    if (unread === undefined) count()
    else if (unread !== UnreadCount && !showChatPage) setUnread(unread)
    if (told.Command === "Bc") void tell(told)
    else if (told.Command === "In") showInviteNotice(told)
    else if (told.Command === "Ls" && told.State !== "invited") closeInviteNotice(told.TargetUserCode)
  },
})
announceVisibility()
startChat()
