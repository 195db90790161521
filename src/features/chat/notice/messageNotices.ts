import type { ChatMessage } from "#contract/chat"
import { truncateText } from "../../../lib/text.ts"
import { toPlainText } from "../page/toPlainText.ts"
import { keyOf } from "../room/rooms.ts"
import { pathTo, titleOf } from "../wire.ts"
import { element, showNotice } from "./noticeRegion.ts"

/** A shared lock held by every visible tab. */
const LOOKED_AT = "quire:chat-looked-at"
/** Rooms with a notice at once. */
const NOTICES_MAX = 3

/** A visible page shows the notice; without one the system does. */
export type NoticeTarget = "page" | "system" | "nowhere"

export const chooseNoticeTarget = (given: {
  readonly isOwn: boolean
  /** This page shows the chat and is visible. */
  readonly isInChat: boolean
  readonly isVisible: boolean
  readonly isOtherTabVisible: boolean
  /** The tab with the connection acts for all. */
  readonly isLeading: boolean
}): NoticeTarget => {
  if (given.isOwn || given.isInChat) return "nowhere"
  if (given.isVisible) return "page"
  return given.isLeading && !given.isOtherTabVisible ? "system" : "nowhere"
}

/** Lets other tabs know that this one is visible. */
export const announceVisibility = (): void => {
  let stop = () => {}
  const check = () => {
    stop()
    if (document.visibilityState !== "visible") return
    void navigator.locks?.request(
      LOOKED_AT,
      { mode: "shared" },
      () =>
        new Promise<void>((resolve) => {
          stop = resolve
        }),
    )
  }
  check()
  document.addEventListener("visibilitychange", check)
}

export const isOtherTabVisible = async (): Promise<boolean> => {
  const held = (await navigator.locks?.query())?.held ?? []
  return held.some(({ name }) => name === LOOKED_AT)
}

const roomOf = (message: ChatMessage) => ({ scope: message.Scope, target: message.TargetUserCode })
/** The beginning of a message on one line. */
const bodyOf = (message: ChatMessage, picture: string): string =>
  truncateText(toPlainText(titleOf(message, picture)).replaceAll(/\s+/g, " ").trim() || picture, 80)

/** One notice per room, for its newest message. */
export const showPageNotice = (message: ChatMessage, roomName: string, picture: string): void => {
  const key = keyOf(roomOf(message))
  closeNotice(key)
  if (document.querySelectorAll("#toasts .chat-notice").length >= NOTICES_MAX) return
  const notice = element(
    "a",
    { className: "toast chat-notice", href: pathTo(roomOf(message), roomName) },
    element("strong", { textContent: message.SenderDisplayName }),
    " ",
    bodyOf(message, picture),
  )
  notice.dataset["room"] = key
  showNotice(notice)
}

export const closeNotice = (key: string): void =>
  document.querySelector(`#toasts .chat-notice[data-room="${CSS.escape(key)}"]`)?.remove()

/** Whether the person has quiet hours now (src/pages/writers/quiet.ts). */
const isQuiet = async (): Promise<boolean> => {
  try {
    const { quiet } = (await (await fetch("/writers/quiet")).json()) as { readonly quiet: boolean }
    return quiet
  } catch {
    return false
  }
}

/** Shows a system notification if allowed; a click opens the chat page. */
export const showSystemNotice = async (message: ChatMessage, roomName: string, picture: string): Promise<void> => {
  if (!("Notification" in window) || Notification.permission !== "granted" || (await isQuiet())) return
  const path = pathTo(roomOf(message), roomName)
  // One notification per room.
  const options = { body: bodyOf(message, picture), tag: `chat ${message.Room}`, icon: "/icon-192.png", data: { path } }
  try {
    const shown = new Notification(message.SenderDisplayName, options)
    shown.addEventListener("click", () => {
      shown.close()
      window.focus()
      location.assign(path)
    })
  } catch {
    // On phones only the service worker may show notifications.
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(message.SenderDisplayName, options)
  }
}
