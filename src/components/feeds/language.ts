import { FEED_LANGUAGES, type FeedLanguage } from "../../lib/contentLanguages.ts"
import { memoise } from "../../lib/memoise.ts"

/** The `lang` attribute of a text; undefined if the language is unknown or the page's. */
export const langOf = (language: string | null, locale: string): string | undefined => {
  if (language === null || language === "" || language === "und") return undefined
  return language.toLowerCase() === locale.toLowerCase() ? undefined : language
}

const nativeNames = memoise<string>(FEED_LANGUAGES.length)
/** The name of a language in that language, because readers look for their own. */
export const nativeNameOf = (language: FeedLanguage): string =>
  nativeNames(language, () => {
    const tag = language.toLowerCase()
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? language
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  })

/** Combinations of languages that readers' browsers ask for. */
const LISTS_MAX = 500
const lists = memoise<string>(LISTS_MAX)
/** The names of languages in the reader's, as a sentence says them: "English, German, and French". */
export const languageList = (tags: ReadonlyArray<string>, locale: string): string =>
  lists(`${locale} ${tags.join()}`, () => {
    const names = new Intl.DisplayNames([locale], { type: "language" })
    return new Intl.ListFormat(locale, { type: "conjunction" }).format(tags.map((tag) => names.of(tag) ?? tag))
  })

/** The chosen filter; undefined for "All" and unknown values. */
export const feedLanguageIn = (query: URLSearchParams): FeedLanguage | undefined =>
  FEED_LANGUAGES.find((language) => language === query.get("language")?.toUpperCase())
