/** The language of a foreign text for its `lang` attribute; nothing where it is not known or is the page's own. */
export const langOf = (language: string | null, locale: string): string | undefined => {
  if (language === null || language === "" || language === "und") return undefined
  return language.toLowerCase() === locale.toLowerCase() ? undefined : language
}

/** The feed-language filter: what stands on the wire, and the language tag in the library. */
export const FEED_LANGUAGES = ["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"] as const
export type FeedLanguage = (typeof FEED_LANGUAGES)[number]

/** The chosen filter, or nothing for "All" and for whatever is none of its values. */
export const feedLanguageIn = (query: URLSearchParams): FeedLanguage | undefined =>
  FEED_LANGUAGES.find((language) => language === query.get("language")?.toUpperCase())
