import { FEED_LANGUAGES, type FeedLanguage } from "../../lib/contentLanguages.ts"

/** The `lang` attribute of a text; undefined if the language is unknown or the page's. */
export const langOf = (language: string | null, locale: string): string | undefined => {
  if (language === null || language === "" || language === "und") return undefined
  return language.toLowerCase() === locale.toLowerCase() ? undefined : language
}

/** The chosen filter; undefined for "All" and unknown values. */
export const feedLanguageIn = (query: URLSearchParams): FeedLanguage | undefined =>
  FEED_LANGUAGES.find((language) => language === query.get("language")?.toUpperCase())
