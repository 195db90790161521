import type { WordsOf } from "../../i18n/index.ts"

/** What the player says. */
export type PlayerWords = WordsOf<"player">
