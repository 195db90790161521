import type { WordsOf } from "../../i18n/index.ts"

/** What the drawer says. */
export type DrawerWords = WordsOf<"drawer"> & WordsOf<"follow"> & WordsOf<"call">
