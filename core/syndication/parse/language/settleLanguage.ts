import { areClose } from "./closeLanguages.ts"
import { type Detected, detectLanguage } from "./detectLanguage.ts"
import { filedLanguage } from "./tidyLanguage.ts"

/** What stands where nobody knows a language (BCP 47). */
export const UNKNOWN_LANGUAGE = "und"

/**
 * The language of an item: the declared one, unless its text clearly speaks another, because many programs declare
 * English whatever is written with them; else the one that shows; else `und`.
 *
 * @param declared tidy tag of the item or its feed, or null
 */
export const settleLanguage = (declared: string | null, text: string): string => {
  const filed = filedLanguage(declared)
  const detected = detectLanguage(text)
  if (filed === null) return detected?.language ?? UNKNOWN_LANGUAGE
  return detected === null || agrees(filed, detected) ? filed : detected.language
}

const agrees = (filed: string, { language, strong }: Detected): boolean => {
  const primary = filed.split("-")[0] ?? filed
  return primary === language || !strong || areClose(primary, language)
}

/**
 * The language of a feed: the declared one, else the one of most of its items.
 *
 * @param items their settled languages
 */
export const settleFeedLanguage = (declared: string | null, items: ReadonlyArray<string>): string | null => {
  const filed = filedLanguage(declared)
  const counts = new Map<string, number>()
  for (const language of items) counts.set(language, (counts.get(language) ?? 0) + 1)
  counts.delete(UNKNOWN_LANGUAGE)
  const [most] = [...counts].sort((one, other) => other[1] - one[1])
  if (filed !== null || most === undefined) return filed
  return most[1] * 3 >= items.length * 2 ? most[0] : null
}
