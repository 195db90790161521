import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"

export type ManagerWords = WordsOf<"groups"> & WordsOf<"follow">
/** Texts of the follow buttons' script (components/feeds/FeedTools.astro). */
export type FollowWords = WordsOf<"follow"> & WordsOf<"call"> & Pick<WordsOf<"shell">, "shell.follows">

/** The page's language and follow texts, rendered once per page for all islands. */
export const pageWords = (): { readonly locale: Locale; readonly words: FollowWords } => ({
  locale: document.documentElement.lang as Locale,
  words: JSON.parse(document.querySelector<HTMLElement>("#follow-code")?.dataset["words"] ?? "{}"),
})
