import type { Article, Faq } from "./article.ts"
import { crypto as deCrypto, faq as deFaq, howToBuy as deHowToBuy } from "./de/articles.ts"
import { crypto as enCrypto, faq as enFaq, howToBuy as enHowToBuy } from "./en/articles.ts"
import type { Locale } from "./locales.ts"
import { crypto as zhHansCrypto, faq as zhHansFaq, howToBuy as zhHansHowToBuy } from "./zh-Hans/articles.ts"
import { crypto as zhHantCrypto, faq as zhHantFaq, howToBuy as zhHantHowToBuy } from "./zh-Hant/articles.ts"

export const crypto: Readonly<Record<Locale, Article>> = {
  en: enCrypto,
  de: deCrypto,
  "zh-Hans": zhHansCrypto,
  "zh-Hant": zhHantCrypto,
}
export const faq: Readonly<Record<Locale, Faq>> = { en: enFaq, de: deFaq, "zh-Hans": zhHansFaq, "zh-Hant": zhHantFaq }
export const howToBuy: Readonly<Record<Locale, Article>> = {
  en: enHowToBuy,
  de: deHowToBuy,
  "zh-Hans": zhHansHowToBuy,
  "zh-Hant": zhHantHowToBuy,
}
