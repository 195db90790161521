import type { WordsOf } from "../../i18n/index.ts"

/** Texts of the suggestions, rendered by the server. */
export type SuggestWords = WordsOf<"search.suggest">
