import { isLocale, LOCALES, type Locale } from "./locales.ts"

/** A header longer than this is not a browser's. */
const ACCEPT_LANGUAGE_LENGTH_MAX = 500
const SCRIPT_OF_CHINESE: Readonly<Record<string, Locale>> = { tw: "zh-Hant", hk: "zh-Hant", mo: "zh-Hant" }

/**
 * The interface language of a request: what the reader chose (the cookie), else the best of what the browser asks for,
 * else English. Chinese is distinguished by its script or, if none is given, by the region (RFC 5646, 4.1).
 */
export const negotiateLocale = (chosen: string | undefined, acceptLanguage: string | null): Locale => {
  if (isLocale(chosen)) return chosen
  if (acceptLanguage === null || acceptLanguage.length > ACCEPT_LANGUAGE_LENGTH_MAX) return LOCALES[0]
  return (
    preferences(acceptLanguage)
      .map(localeOf)
      .find((locale) => locale !== undefined) ?? LOCALES[0]
  )
}

/** Languages that a reader may name and that we consider: a browser sends two or three. */
const READER_LANGUAGES_MAX = 10

/**
 * The languages that a reader reads, as primary subtags (RFC 5646): the interface language that they chose, then those that the
 * browser asks for. Empty where nothing is known of them.
 */
export const readerLanguages = (chosen: string | undefined, acceptLanguage: string | null): ReadonlyArray<string> => {
  const accepted =
    acceptLanguage === null || acceptLanguage.length > ACCEPT_LANGUAGE_LENGTH_MAX ? [] : preferences(acceptLanguage)
  const tags = [...(isLocale(chosen) ? [chosen] : []), ...accepted]
  const primary = tags.map((tag) => tag.toLowerCase().split("-")[0] ?? "").filter((tag) => /^[a-z]{2,3}$/.test(tag))
  return [...new Set(primary)].slice(0, READER_LANGUAGES_MAX)
}

/** Language tags by descending quality; those of equal quality stay in their order (RFC 9110, 12.5.4). */
const preferences = (acceptLanguage: string): Array<string> =>
  acceptLanguage
    .split(",")
    .map((preference) => {
      const [tag = "", ...parameters] = preference.split(";").map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith("q="))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)

const localeOf = (tag: string): Locale | undefined => {
  const [language, ...rest] = tag.toLowerCase().split("-")
  if (language === "zh") {
    if (rest.includes("hant")) return "zh-Hant"
    if (rest.includes("hans")) return "zh-Hans"
    return rest.map((part) => SCRIPT_OF_CHINESE[part]).find((locale) => locale !== undefined) ?? "zh-Hans"
  }
  return language === "en" || language === "de" ? language : undefined
}
