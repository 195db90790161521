import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"

/** What the code behind follow buttons says (components/feeds/FeedTools.astro). */
export type FollowWords = WordsOf<"follow"> & WordsOf<"call"> & Pick<WordsOf<"shell">, "shell.follows">

/** The page's language and these words in it; once for all islands, which need not each bring them. */
export const pageWords = (): { readonly locale: Locale; readonly words: FollowWords } => ({
  locale: document.documentElement.lang as Locale,
  words: JSON.parse(document.querySelector<HTMLElement>("#follow-code")?.dataset["words"] ?? "{}"),
})
