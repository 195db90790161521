import type { WordsOf } from "../../i18n/index.ts"

/** What the page of groups says. */
export type ManagerWords = WordsOf<"groups"> & WordsOf<"follow">
