import type { Locale } from "./locales.ts"
import type { Arguments, Message } from "./message.ts"

/** Messages by key: the whole catalogue on the server, one or two areas in an island. */
export type Words = Readonly<Record<string, Message>>

export interface Translate<Source extends Words> {
  /** Returns a message with its parameters filled in. Numbers are formatted for the locale. */
  <Key extends keyof Source>(key: Key, ...parameters: Arguments<Source[Key]>): string
  readonly locale: Locale
}

/** Counts whose plural form a translator keeps: choosing it costs more than the rest of a message. */
const FORMS_MAX = 1_000

/** Creates the `t` function of a page (whole catalogue) or an island (the messages in its props). */
export const translatorOf = <Source extends Words>(locale: Locale, words: Words): Translate<Source> => {
  // Created on first use: most translators of a process never format a number.
  let plural: Intl.PluralRules | undefined
  let number: Intl.NumberFormat | undefined
  const forms = new Map<number, Intl.LDMLPluralRule>()
  const formOf = (count: number) => {
    const known = forms.get(count)
    if (known !== undefined) return known
    plural ??= new Intl.PluralRules(locale)
    const form = plural.select(count)
    if (forms.size < FORMS_MAX) forms.set(count, form)
    return form
  }
  const written = (value: number) => {
    number ??= new Intl.NumberFormat(locale)
    return number.format(value)
  }
  const translate = (key: keyof Source, parameters?: Readonly<Record<string, string | number>>): string => {
    const message = words[key as string]
    if (message === undefined) throw new Error(`There is no message "${String(key)}" in ${locale}`)
    const text =
      typeof message === "string" ? message : (message[formOf(Number(parameters?.["count"]))] ?? message.other)
    if (parameters === undefined) return text
    return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
      const value = parameters[name]
      return value === undefined ? hole : typeof value === "number" ? written(value) : value
    })
  }
  return Object.assign(translate, { locale }) as Translate<Source>
}
