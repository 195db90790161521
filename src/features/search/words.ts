import type { WordsOf } from "../../i18n/index.ts"

/** The words of the suggestions, which the server puts beside their code. */
export type SuggestWords = WordsOf<"search.suggest">
