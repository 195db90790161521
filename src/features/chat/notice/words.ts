import type { WordsOf } from "../../../i18n/index.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { translatorOf } from "../../../i18n/translate.ts"

/** What the header says of chat, on every page of a member (components/chat/ChatStart.astro). */
export type NoticeWords = WordsOf<"chat.notice"> & WordsOf<"shell.chat">

export const noticeText = () =>
  translatorOf<NoticeWords>(
    document.documentElement.lang as Locale,
    JSON.parse(document.querySelector<HTMLElement>("#chat-code")?.dataset["words"] ?? "{}"),
  )
