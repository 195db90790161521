import { areClose, type DetectedLanguage, detectLanguage } from "./detectLanguage.ts"
import { languageSubtag } from "./normaliseLanguageTag.ts"

/** Unknown language (BCP 47). */
export const UNKNOWN_LANGUAGE = "und"

/**
 * The language of an item: the declared one, unless its text is clearly in another, because many programs always
 * declare English; otherwise the detected one; otherwise `und`.
 * @param declared normalised tag of the item or its feed, or null
 */
export const resolveLanguage = (declared: string | null, text: string): string => {
  const filed = languageSubtag(declared)
  const detected = detectLanguage(text)
  if (filed === null) return detected?.language ?? UNKNOWN_LANGUAGE
  return detected === null || agrees(filed, detected) ? filed : detected.language
}

const agrees = (filed: string, { language, strong }: DetectedLanguage): boolean => {
  const primary = filed.split("-")[0] ?? filed
  return primary === language || !strong || areClose(primary, language)
}

/**
 * The language of a feed: the declared one, otherwise that of most items.
 * @param items their languages
 */
export const resolveFeedLanguage = (declared: string | null, items: ReadonlyArray<string>): string | null => {
  const filed = languageSubtag(declared)
  const counts = new Map<string, number>()
  for (const language of items) counts.set(language, (counts.get(language) ?? 0) + 1)
  counts.delete(UNKNOWN_LANGUAGE)
  const [most] = [...counts].sort((one, other) => other[1] - one[1])
  if (filed !== null || most === undefined) return filed
  return most[1] * 3 >= items.length * 2 ? most[0] : null
}
