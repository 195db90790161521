import type { WordsOf } from "../../../i18n/index.ts"
import type { Locale } from "../../../i18n/locales.ts"
import type { Translate } from "../../../i18n/translate.ts"
import type { DonateWords } from "../../donate/DonateProps.ts"

/** What the chat page says. */
export type ChatWords = WordsOf<"chat"> &
  Pick<WordsOf<"state">, "state.empty" | "state.failed" | "state.retry"> &
  DonateWords

export type ChatT = Translate<ChatWords>

/** What the page gives its island. */
export interface ChatProps {
  readonly locale: Locale
  readonly timeZone: string
  readonly words: ChatWords
  /** Who reads. */
  readonly userCode: string
  readonly displayName: string
}
