import { createContext, useContext } from "react"
import type { WordsOf } from "../../../i18n/index.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { Translate } from "../../../i18n/translate.ts"
import type { Format } from "../../../lib/format.ts"
import type { DonateWords } from "../../donate/DonateProps.ts"
import type { NamedPerson } from "./address.ts"

/** The texts of the chat page. */
export type ChatWords = WordsOf<"chat"> &
  Pick<WordsOf<"state">, "state.empty" | "state.failed" | "state.retry"> &
  DonateWords

export type ChatT = Translate<ChatWords>

/** Props of the chat island. */
export interface ChatProps {
  readonly locale: Locale
  readonly timeZone: string
  readonly words: ChatWords
  /** The reader. */
  readonly userCode: string
  readonly displayName: string
  /** The person that the address names by code only. */
  readonly named: NamedPerson | null
}

/** Shared by all components of the page. */
export interface ChatContext extends Pick<ChatProps, "locale" | "words" | "userCode" | "displayName" | "timeZone"> {
  readonly t: ChatT
  readonly format: Format
  readonly time: (instant: Date) => string
}

const Context = createContext<ChatContext | null>(null)

export const ChatContextProvider = Context.Provider

export const useChat = (): ChatContext => {
  const context = useContext(Context)
  if (context === null) throw new Error("outside the chat page")
  return context
}
