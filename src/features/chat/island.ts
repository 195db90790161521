import { type ChatMessage, type ChatRoom, SOCKET_OPEN } from "#contract/chat"
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

/** Rooms that were asked about, and whether they are muted. */
const muted = new Map<string, boolean>()
const MUTED_KNOWN_MAX = 500

/** Only the chat page has a list of rooms. Without an answer the notice is shown. */
const isMuted = async ({ Room }: ChatMessage): Promise<boolean> => {
  const known = muted.get(Room)
  if (known !== undefined) return known
  const answer = await line.request<{ readonly Rooms: ReadonlyArray<ChatRoom> }>("Ls", Room)
  if (!answer.ok) return false
  const found = answer.data.Rooms[0]?.Muted === true
  if (muted.size >= MUTED_KNOWN_MAX) muted.clear()
  muted.set(Room, found)
  return found
}

const showNotice = async (message: ChatMessage): Promise<void> => {
  const isVisible = document.visibilityState === "visible"
  const target = chooseNoticeTarget({
    isOwn: message.SenderUserCode === ownCode(),
    isInChat: $chat.get().showChatPage && isVisible,
    isVisible,
    isOtherTabVisible: !isVisible && (await isOtherTabVisible()),
    isLeading: isLeading(),
  })
  if (target === "nowhere" || (await isMuted(message))) return
  const roomName =
    message.Scope === "Person" || message.Scope === "Group" ? message.SenderDisplayName : message.TargetUserCode
  const picture = t("chat.notice.picture")
  if (target === "page") showPageNotice(message, roomName, picture)
  else await showSystemNotice(message, roomName, picture)
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
    else if (pushed.Command === "Ls") {
      muted.delete(pushed.Room)
      if (pushed.State !== "invited") closeInviteNotice(pushed.TargetUserCode)
    }
  },
})
announceVisibility()
startChat()
