import { stemmer as danish } from "@orama/stemmers/danish"
import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as finnish } from "@orama/stemmers/finnish"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as hungarian } from "@orama/stemmers/hungarian"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as norwegian } from "@orama/stemmers/norwegian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as romanian } from "@orama/stemmers/romanian"
import { stemmer as russian } from "@orama/stemmers/russian"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as swedish } from "@orama/stemmers/swedish"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import english from "wink-porter2-stemmer"
import { foldWord, lowerCase, stripMarks } from "./foldWord.ts"
import { UNKNOWN_LANGUAGE } from "./languageOf.ts"
import type { Token } from "./tokenise.ts"

type Stemmer = (word: string) => string

/** Snowball stemmers by language. They expect lower-case words with diacritics. */
const STEMMERS: Readonly<Record<string, Stemmer>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
}

/** Languages with stemmed terms; words of all others are only folded. */
export const STEMMED_LANGUAGES: ReadonlyArray<string> = Object.keys(STEMMERS)

/**
 * The index term of a token in a text of a language. A stem carries its language, `paris/fr` and
 * `pari/en`, so that the words of one language are never found by the stems of another. Words in a script that is not the
 * language's, numbers, hosts and hashtags are the same in all languages. A character is indexed together with the one that
 * follows it: pairs find every substring of two characters or more.
 */
export const termOf = ({ kind, text, next }: Token, language: string): string => {
  if (kind === "word") return wordTerm(text, language)
  return kind === "char" && next !== null ? text + next : text
}

/** Whether termOf depends on the language. */
export const isOfLanguage = (word: string, language: string): boolean =>
  STEMMERS[language] !== undefined && (language === "ru" ? CYRILLIC : LATIN).test(word)

const wordTerm = (word: string, language: string): string => {
  const stem = STEMMERS[language]
  if (stem === undefined || !isOfLanguage(word, language)) return foldWord(word, UNKNOWN_LANGUAGE)
  const known = cacheOf(language)
  const found = known.get(word)
  if (found !== undefined) return found
  const term = `${stripMarks(stem(lowerCase(word, language)), language)}/${language}`
  if (known.size >= CACHED_WORDS_MAX) known.clear()
  known.set(word, term)
  return term
}

const cacheOf = (language: string): Map<string, string> => {
  let cache = caches.get(language)
  if (cache === undefined) {
    cache = new Map()
    caches.set(language, cache)
  }
  return cache
}

/** Words per language that are cached with their terms, because stemming is slow and words repeat. */
const CACHED_WORDS_MAX = 50_000
const caches = new Map<string, Map<string, string>>()
const LATIN = /\p{Script=Latin}/u
const CYRILLIC = /\p{Script=Cyrillic}/u
