import type { WordsOf } from "../../i18n/index.ts"

/** The texts of this script in the reader's language (components/feeds/NewsfeedScript.astro). */
export const pageWords = (): WordsOf<"reader"> =>
  JSON.parse(document.querySelector<HTMLElement>("#newsfeed-code")?.dataset["words"] ?? "{}")
