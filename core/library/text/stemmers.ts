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

export type Stemmer = (word: string) => string

/** Snowball stemmers by language. They expect lower-case words with diacritics. */
export const STEMMERS: Readonly<Record<string, Stemmer>> = {
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
