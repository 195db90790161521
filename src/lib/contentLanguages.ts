import { UNKNOWN_LANGUAGE } from "#contract/feeds"

/**
 * The 26 content languages: code on the wire, language tag in the library, native name. JP and DK are the specification's
 * codes for ja and da.
 */
export const CONTENT_LANGUAGES = [
  { code: "EN", language: "en", name: "English" },
  { code: "DE", language: "de", name: "Deutsch" },
  { code: "FR", language: "fr", name: "Français" },
  { code: "IT", language: "it", name: "Italiano" },
  { code: "ES", language: "es", name: "Español" },
  { code: "ZH", language: "zh", name: "中文" },
  { code: "JP", language: "ja", name: "日本語" },
  { code: "RU", language: "ru", name: "Русский" },
  { code: "NL", language: "nl", name: "Nederlands" },
  { code: "DK", language: "da", name: "Dansk" },
  { code: "SV", language: "sv", name: "Svenska" },
  { code: "NO", language: "no", name: "Norsk" },
  { code: "CA", language: "ca", name: "Català" },
  { code: "CS", language: "cs", name: "Čeština" },
  { code: "PL", language: "pl", name: "Polski" },
  { code: "HU", language: "hu", name: "Magyar" },
  { code: "RO", language: "ro", name: "Română" },
  { code: "BG", language: "bg", name: "Български" },
  { code: "PT", language: "pt", name: "Português" },
  { code: "SK", language: "sk", name: "Slovenčina" },
  { code: "HR", language: "hr", name: "Hrvatski" },
  { code: "SR", language: "sr", name: "Српски" },
  { code: "SL", language: "sl", name: "Slovenščina" },
  { code: "MK", language: "mk", name: "Македонски" },
  { code: "EL", language: "el", name: "Ελληνικά" },
  { code: "TR", language: "tr", name: "Türkçe" },
] as const

/** The feed-language filter without "All" (specification, section 3). */
export const FEED_LANGUAGES = ["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"] as const
export type FeedLanguage = (typeof FEED_LANGUAGES)[number]

/**
 * The library's language tag for a wire code; undefined for "All" and for an empty code. Other codes are used as
 * tags.
 */
export const languageTagOf = (code: string | undefined): string | undefined => {
  if (code === undefined || code === "" || code === "All") return undefined
  return CONTENT_LANGUAGES.find((each) => each.code === code)?.language ?? code.toLowerCase()
}

/** The same as a filter list; empty for all languages. */
export const languageTagsOf = (code: string | undefined): ReadonlyArray<string> => {
  const tag = languageTagOf(code)
  return tag === undefined ? [] : [tag]
}

/** The languages shown to a reader in lists of the library, including unknown ones; empty for all. */
export const languagesShown = ({ content: { own, showsAll } }: Pick<App.Locals, "content">): ReadonlyArray<string> =>
  showsAll || own.length === 0 ? [] : [...own, UNKNOWN_LANGUAGE]
