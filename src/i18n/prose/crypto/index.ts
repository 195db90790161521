import type { Locale } from "../../locales.ts"
import type { Article } from "../article.ts"
import { crypto as de } from "./de.ts"
import { crypto as en } from "./en.ts"
import { crypto as zhHans } from "./zh-Hans.ts"
import { crypto as zhHant } from "./zh-Hant.ts"

export const crypto: Readonly<Record<Locale, Article>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }
