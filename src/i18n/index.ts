import { de } from "./de/index.ts"
import { en, type Messages } from "./en/index.ts"
import type { Locale } from "./locales.ts"
import type { Message } from "./message.ts"
import { type Translate, translatorOf, type Words } from "./translate.ts"
import { zhHans } from "./zh-Hans/index.ts"
import { zhHant } from "./zh-Hant/index.ts"

export type { Messages } from "./en/index.ts"
export { LOCALE_NAMES, LOCALES, type Locale } from "./locales.ts"
export type { Message } from "./message.ts"

/** All messages in all languages. Server only: islands get their messages as props. */
export const catalogue: Readonly<Record<Locale, Words>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }

export type MessageKey = keyof Messages
/** Keys of messages without parameters, for tables such as menus. */
export type PlainKey = {
  [Key in MessageKey]: Messages[Key] extends `${string}{${string}` | object ? never : Key
}[MessageKey]
export type T = Translate<Messages>

/** Whether a stored text is the key of a message without parameters, such as one of a refusal. */
export const isPlainKey = (key: string): key is PlainKey =>
  Object.hasOwn(en, key) && typeof en[key as MessageKey] === "string" && !en[key as PlainKey].includes("{")

const translators: Readonly<Record<Locale, T>> = {
  en: translatorOf("en", catalogue.en),
  de: translatorOf("de", catalogue.de),
  "zh-Hans": translatorOf("zh-Hans", catalogue["zh-Hans"]),
  "zh-Hant": translatorOf("zh-Hant", catalogue["zh-Hant"]),
}

/** The `t` function of a page. */
export const translator = (locale: Locale): T => translators[locale]

/** The messages whose keys start with `area.`, as a prop of an island, which passes them to `translatorOf`. */
export type WordsOf<Area extends string> = {
  readonly [Key in MessageKey as Key extends `${Area}.${string}` ? Key : never]: Messages[Key]
}

/** The messages of one area for an island: `<Follow words={wordsOf(locale, "follow")} />`. Cached per area and locale. */
export const wordsOf = <Area extends string>(locale: Locale, area: Area): WordsOf<Area> => {
  const known = areas.get(`${locale} ${area}`)
  if (known !== undefined) return known as WordsOf<Area>
  const words: Record<string, Message> = {}
  for (const [key, message] of Object.entries(catalogue[locale])) if (key.startsWith(`${area}.`)) words[key] = message
  areas.set(`${locale} ${area}`, words)
  return words as WordsOf<Area>
}

const areas = new Map<string, Words>()
