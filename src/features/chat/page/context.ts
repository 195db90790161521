import { createContext, useContext } from "react"
import type { Format } from "../../../lib/format.ts"
import type { ChatProps, ChatT } from "./words.ts"

/** What all parts of the page need of it. */
export interface ChatContext extends Pick<ChatProps, "locale" | "words" | "userCode" | "displayName" | "timeZone"> {
  readonly t: ChatT
  readonly format: Format
  /** The time of day. */
  readonly time: (instant: Date) => string
}

const Context = createContext<ChatContext | null>(null)

export const ChatContextProvider = Context.Provider

export const useChat = (): ChatContext => {
  const context = useContext(Context)
  if (context === null) throw new Error("outside the chat page")
  return context
}
