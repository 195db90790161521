import type { WordsOf } from "../../../i18n/index.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { translatorOf } from "../../../i18n/translate.ts"

/** Chat texts of the header (components/chat/ChatStart.astro). */
export type NoticeWords = WordsOf<"chat.notice"> & WordsOf<"shell.chat">

export const noticeText = () =>
  translatorOf<NoticeWords>(
    document.documentElement.lang as Locale,
    JSON.parse(document.querySelector<HTMLElement>("#chat-code")?.dataset["words"] ?? "{}"),
  )

/** Adds a notice on top; the style sheet sets its duration (components/shell/Toasts.astro). */
export const showNotice = (notice: HTMLElement): void => {
  const region = document.querySelector<HTMLElement>("#toasts")
  if (region === null) return
  if (region.popover !== null) {
    // Reopened, so that it is above any dialog opened since.
    region.hidePopover()
    region.showPopover()
  }
  region.append(notice)
}

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
