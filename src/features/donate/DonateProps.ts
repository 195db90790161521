import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/translate.ts"

export type DonateWords = WordsOf<"donate"> & WordsOf<"call">
export type DonateT = Translate<DonateWords>

/** The recipient, and the texts of the dialog. */
export interface DonateProps {
  readonly locale: Locale
  readonly words: DonateWords
  readonly userCode: string
  readonly name: string
}
