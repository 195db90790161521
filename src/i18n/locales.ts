/** The languages of the interface as language tags. The first is the fallback. */
export const LOCALES = ["en", "de", "zh-Hans", "zh-Hant"] as const
export type Locale = (typeof LOCALES)[number]

/** The name of each language in that language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  de: "Deutsch",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
}

export const isLocale = (text: string | undefined): text is Locale =>
  (LOCALES as ReadonlyArray<string | undefined>).includes(text)
