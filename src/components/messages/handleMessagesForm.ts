import { readForm, redirectTo } from "#src/web/forms/readForm.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

/** The state of a message page after a rejected form. */
export type MessagesView = { readonly problem: string | undefined; readonly typed: string }

/** Handles the forms of message pages: mark as read, write. */
export const handleMessagesForm = async (
  page: ActingPage,
  { type, userCode }: { readonly type?: string; readonly userCode?: string },
): Promise<Response | MessagesView> => {
  const blank = { problem: undefined, typed: "" }
  if (page.request.method !== "POST") return blank
  const form = await readForm(page.request)
  const call = callOf(page)
  const typed = form.get("message") ?? ""
  const field = (name: string) => form.get(name) ?? ""
  const targetUserCode = userCode ?? ""

  const answered = await (() => {
    switch (form.get("do")) {
      case "read":
        return call("Message/UpdateMessage", { messageId: field("messageId") })
      case "readAll":
        return call(
          "Message/UpdateMessage",
          userCode !== undefined ? { targetUserCode } : type === undefined ? {} : { type },
        )
      case "accept":
      case "ignore":
        return call("Message/UpdateMessage", { targetUserCode, invite: field("do") })
      case "send":
        return call("Message/SendMessage", { targetUserCode, message: typed, clientId: field("clientId") })
      default:
        return undefined
    }
  })()
  if (answered === undefined) return blank
  if (!answered.ok) return { problem: Object.values(answered.errors).flat()[0] ?? answered.message, typed }
  return redirectTo(page.locals.address, { cookies: answered.cookies })
}
