/** The `lang` attribute of a text; undefined if the language is unknown or the page's. */
export const langOf = (language: string | null, locale: string): string | undefined => {
  if (language === null || language === "" || language === "und") return undefined
  return language.toLowerCase() === locale.toLowerCase() ? undefined : language
}

/** The feed-language filter. */
export const FEED_LANGUAGES = ["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"] as const
export type FeedLanguage = (typeof FEED_LANGUAGES)[number]

/** The chosen filter; undefined for "All" and unknown values. */
export const feedLanguageIn = (query: URLSearchParams): FeedLanguage | undefined =>
  FEED_LANGUAGES.find((language) => language === query.get("language")?.toUpperCase())
