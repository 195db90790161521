/** The four languages of the interface, as language tags; the first is the one that everything falls back to. */
export const LOCALES = ["en", "de", "zh-Hans", "zh-Hant"] as const
export type Locale = (typeof LOCALES)[number]

/** Each language by its own name, because a reader looks for theirs, not for ours. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  de: "Deutsch",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
}

export const isLocale = (text: string | undefined): text is Locale =>
  (LOCALES as ReadonlyArray<string | undefined>).includes(text)
