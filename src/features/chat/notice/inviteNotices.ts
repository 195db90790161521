import type { ServerPushes } from "#contract/chat"
import { truncateText } from "../../../lib/text.ts"
import { line } from "../chat.ts"
import { keyOf } from "../room/rooms.ts"
import { pathTo } from "../wire.ts"
import { closeNotice } from "./messageNotices.ts"
import { element, noticeText, showNotice } from "./noticeRegion.ts"

/**
 * Asks whether to accept a stranger's request. Shown for 15 seconds by the style sheet
 * (components/chat/ChatStart.astro), longer under pointer or focus. One notice per person.
 */
export const showInviteNotice = (invite: ServerPushes["In"]): void => {
  const sender = invite.SenderUserCode
  if (noticeOf(sender) !== null) return
  const t = noticeText()
  const address = { scope: invite.Scope, target: sender }
  closeNotice(keyOf(address))

  const accept = element("button", { type: "button", className: "button", textContent: t("chat.notice.accept") })
  accept.dataset["tone"] = "solid"
  const ignore = element("button", { type: "button", className: "button", textContent: t("chat.notice.ignore") })
  const notice = element(
    "div",
    { className: "toast chat-invite" },
    element("p", {}, t("chat.notice.invite", { name: invite.SenderDisplayName })),
    element("p", { className: "chat-invite-text" }, truncateText(invite.Message, 120)),
    element("p", { className: "chat-invite-acts" }, accept, ignore),
  )
  notice.dataset["sender"] = sender

  const answer = async (what: "accept" | "ignore") => {
    accept.disabled = ignore.disabled = true
    await line.request("In", invite.Scope, sender, what)
    notice.remove()
  }
  accept.addEventListener("click", () => {
    void answer("accept").then(() => location.assign(pathTo(address, invite.SenderDisplayName)))
  })
  ignore.addEventListener("click", () => void answer("ignore"))
  showNotice(notice)
}

/** Answered elsewhere. */
export const closeInviteNotice = (sender: string): void => noticeOf(sender)?.remove()

const noticeOf = (sender: string): Element | null =>
  document.querySelector(`#toasts .chat-invite[data-sender="${CSS.escape(sender)}"]`)
