import { UNKNOWN_LANGUAGE } from "#contract/feeds"

/**
 * The 26 content languages: the code on the wire, the language tag in the library, the name in itself. JP and DK stay so on
 * the wire, because the specification has them; everybody else calls these languages ja and da.
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

/** The feed-language filter, "All" apart (specification, section 3). */
export const FEED_LANGUAGES = ["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"] as const
export type FeedLanguage = (typeof FEED_LANGUAGES)[number]

/**
 * The language tag that a code on the wire means in the library; nothing for "All" and for an empty one. Other codes are
 * taken for tags.
 */
export const languageTagOf = (code: string | undefined): string | undefined => {
  if (code === undefined || code === "" || code === "All") return undefined
  return CONTENT_LANGUAGES.find((each) => each.code === code)?.language ?? code.toLowerCase()
}

/** The same as a list to filter by: empty for all languages. */
export const languageTagsOf = (code: string | undefined): ReadonlyArray<string> => {
  const tag = languageTagOf(code)
  return tag === undefined ? [] : [tag]
}

/** The languages that lists of the whole library show to a reader, items of unknown language included; empty for all. */
export const languagesShown = ({ content: { own, showsAll } }: Pick<App.Locals, "content">): ReadonlyArray<string> =>
  showsAll || own.length === 0 ? [] : [...own, UNKNOWN_LANGUAGE]
