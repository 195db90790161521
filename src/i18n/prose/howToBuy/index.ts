import type { Locale } from "../../locales.ts"
import type { Article } from "../article.ts"
import { howToBuy as de } from "./de.ts"
import { howToBuy as en } from "./en.ts"
import { howToBuy as zhHans } from "./zh-Hans.ts"
import { howToBuy as zhHant } from "./zh-Hant.ts"

export const howToBuy: Readonly<Record<Locale, Article>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }
