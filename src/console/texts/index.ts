import type { Locale } from "../../i18n/locales.ts"
import { type Translate, translatorOf } from "../../i18n/translate.ts"
import { de } from "./de.ts"
import { en } from "./en.ts"

export type ConsoleMessages = { readonly [Key in keyof typeof en]: (typeof en)[Key] }
export type ConsoleKey = keyof ConsoleMessages
export type ConsoleText = Translate<ConsoleMessages>

const texts = { en: translatorOf<ConsoleMessages>("en", en), de: translatorOf<ConsoleMessages>("de", de) }

/** The texts of the console: German for those who ask for it, English for all others. */
export const consoleText = (locale: Locale): ConsoleText => (locale === "de" ? texts.de : texts.en)

/** A text whose key is stored in an event or made from a name, such as a step of a plan. */
export const storedText = (t: ConsoleText, key: string, values: Readonly<Record<string, string>> = {}): string =>
  Object.hasOwn(en, key) ? (t as (key: string, values: object) => string)(key, values) : key
