import type { ChatMessage } from "#contract/chat"
import { truncateText } from "../../../lib/truncate.ts"
import { keyOf } from "../room/rooms.ts"
import { pathTo } from "./pathTo.ts"
import { element, showNotice } from "./region.ts"

/** Held, shared, by every tab that is looked at: what tells that one is. */
const LOOKED_AT = "quire:chat-looked-at"
/** Rooms that have a notice at once; a busy evening is not to cover the page. */
const NOTICES_MAX = 3

/** Where a message is told of: by the page that is looked at, or by the system where none of this browser's is. */
export type NoticeTarget = "page" | "system" | "nowhere"

export const whereToTell = (given: {
  readonly isOwn: boolean
  /** Whether this very page shows the chat and is looked at. */
  readonly isInChat: boolean
  readonly isVisible: boolean
  /** Whether another tab of this browser is looked at. */
  readonly isElsewhereVisible: boolean
  /** Whether this tab holds the connection: one of them speaks for all. */
  readonly isLeading: boolean
}): NoticeTarget => {
  if (given.isOwn || given.isInChat) return "nowhere"
  if (given.isVisible) return "page"
  return given.isLeading && !given.isElsewhereVisible ? "system" : "nowhere"
}

/** Lets other tabs know while this one is looked at. */
export const sayWhenLookedAt = (): void => {
  let stop = () => {}
  const look = () => {
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
  look()
  document.addEventListener("visibilitychange", look)
}

export const isElsewhereVisible = async (): Promise<boolean> => {
  const held = (await navigator.locks?.query())?.held ?? []
  return held.some(({ name }) => name === LOOKED_AT)
}

const roomOf = (message: ChatMessage) => ({ scope: message.Scope, target: message.TargetUserCode })
/** What is told of a message: its beginning, on one line. */
const bodyOf = (message: ChatMessage, picture: string): string =>
  truncateText(message.Message.replaceAll(/\s+/g, " ").trim() || picture, 80)

/** Shows a notice of a message on the page; a room has one at a time, of its newest. */
export const raiseOnPage = (message: ChatMessage, roomName: string, picture: string): void => {
  const key = keyOf(roomOf(message))
  forgetNotice(key)
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

/** Takes a room's notice away. */
export const forgetNotice = (key: string): void =>
  document.querySelector(`#toasts .chat-notice[data-room="${CSS.escape(key)}"]`)?.remove()

/** Whether these are hours in which its person is not to be disturbed (src/pages/writers/quiet.ts). */
const isQuiet = async (): Promise<boolean> => {
  try {
    const { quiet } = (await (await fetch("/writers/quiet")).json()) as { readonly quiet: boolean }
    return quiet
  } catch {
    return false
  }
}

/** Raises a notification of the system, where its person allowed that; a click opens the chat page. */
export const raiseBySystem = async (message: ChatMessage, roomName: string, picture: string): Promise<void> => {
  if (!("Notification" in window) || Notification.permission !== "granted" || (await isQuiet())) return
  const path = pathTo(roomOf(message), roomName)
  // A room has one notification at a time.
  const options = { body: bodyOf(message, picture), tag: `chat ${message.Room}`, icon: "/icon-192.png", data: { path } }
  try {
    const shown = new Notification(message.SenderDisplayName, options)
    shown.addEventListener("click", () => {
      shown.close()
      window.focus()
      location.assign(path)
    })
  } catch {
    // Phones let only the service worker raise them.
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(message.SenderDisplayName, options)
  }
}
