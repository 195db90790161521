import { MESSAGE_LIST_PAGE } from "#contract/chat"
import type { Call } from "../../lib/call.ts"
import { $messages, type MessageState } from "./messageState.ts"

/** Loads the newest messages. Fails silently: the person did nothing. */
export const loadMessages = async (call: Call): Promise<void> => {
  const filter = { pageSize: MESSAGE_LIST_PAGE, page: 1 }
  const answer = await call<MessageState>("Message/LoadMessage", { filter, type: "All" }, { silent: true })
  if (answer.ok) $messages.set(answer.data)
}
