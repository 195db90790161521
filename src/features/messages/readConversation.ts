import type { Call } from "../../lib/call.ts"

/** Marks the conversation on the page as read once it is visible. Fails silently. */
export const readConversation = async (call: Call): Promise<void> => {
  const page = document.querySelector<HTMLElement>("[data-conversation]")
  const targetUserCode = page?.dataset["conversation"]
  if (targetUserCode === undefined || document.visibilityState !== "visible") return
  await call("Message/UpdateMessage", { targetUserCode }, { silent: true })
}
