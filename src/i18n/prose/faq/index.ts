import type { Locale } from "../../locales.ts"
import type { Faq } from "../article.ts"
import { faq as de } from "./de.ts"
import { faq as en } from "./en.ts"
import { faq as zhHans } from "./zh-Hans.ts"
import { faq as zhHant } from "./zh-Hant.ts"

export const faq: Readonly<Record<Locale, Faq>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }
