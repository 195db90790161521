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

const showNotice = async (message: ChatMessage): Promise<void> => {
  const isVisible = document.visibilityState === "visible"
  const target = chooseNoticeTarget({
    isOwn: message.SenderUserCode === ownCode(),
    isInChat: $chat.get().showChatPage && isVisible,
    isVisible,
    isOtherTabVisible: !isVisible && (await isOtherTabVisible()),
    isLeading: isLeading(),
  })
  const roomName =
    message.Scope === "Person" || message.Scope === "Group" ? message.SenderDisplayName : message.TargetUserCode
  const picture = t("chat.notice.picture")
  if (target === "page") showPageNotice(message, roomName, picture)
  else if (target === "system") await showSystemNotice(message, roomName, picture)
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
  onPush: (pushed) => {
    const { showChatPage, UnreadCount } = $chat.get()
    const unread = unreadAfter(UnreadCount, pushed, ownCode())
    if (unread === undefined) count()
    else if (unread !== UnreadCount && !showChatPage) setUnread(unread)
    if (pushed.Command === "Bc") void showNotice(pushed)
    else if (pushed.Command === "In") showInviteNotice(pushed)
    else if (pushed.Command === "Ls" && pushed.State !== "invited") closeInviteNotice(pushed.TargetUserCode)
  },
})
announceVisibility()
startChat()
