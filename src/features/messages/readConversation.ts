import type { Call } from "../../lib/call.ts"

/** Notes that the conversation which the page shows was read, once somebody sees it. Silent: nobody asked for it. */
export const readConversation = async (call: Call): Promise<void> => {
  const page = document.querySelector<HTMLElement>("[data-conversation]")
  const targetUserCode = page?.dataset["conversation"]
  if (targetUserCode === undefined || document.visibilityState !== "visible") return
  await call("Message/UpdateMessage", { targetUserCode }, { silent: true })
}
