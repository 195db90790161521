import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue, type Message } from "#src/i18n/index.ts"
import { root } from "../lib/root.ts"

const SOURCES = ["src/**/*.{ts,tsx,astro}", "core/**/*.ts", "projections/**/*.ts"]
const CATALOGUE = /^src\/i18n\/(messages\/|prose\/|(en|de|zh-Hans|zh-Hant)\.ts$)/

/**
 * The types refuse a catalogue that lacks a message. This looks for what they cannot see: a message without words, a
 * parameter that a translation drops or invents, and a message that nothing shows.
 */
export async function messageProblems(): Promise<string | undefined> {
  const { en, ...others } = catalogue
  const source = new Map(Object.entries<Message>(en))
  const problems = [...source].flatMap(([key, message]) => (isEmpty(message) ? [`en: ${key} has no words`] : []))
  for (const [locale, words] of Object.entries(others)) {
    const translated = new Map(Object.entries<Message>(words))
    for (const key of translated.keys()) if (!source.has(key)) problems.push(`${locale}: ${key} is not in en`)
    for (const [key, message] of source) problems.push(...compare(locale, key, message, translated.get(key)))
  }
  const isUsed = usage()
  problems.push(...[...source.keys()].filter((key) => !isUsed(key)).map((key) => `${key} is used nowhere`))
  return problems.length > 0 ? problems.join("\n") : undefined
}

function compare(locale: string, key: string, source: Message, translated: Message | undefined): ReadonlyArray<string> {
  if (translated === undefined) return [`${locale}: ${key} is missing`]
  if (isEmpty(translated)) return [`${locale}: ${key} has no words`]
  const [wanted, found] = [parameters(source), parameters(translated)]
  return wanted === found
    ? []
    : [`${locale}: ${key} has the parameters ${found || "(none)"}, en has ${wanted || "(none)"}`]
}

const texts = (message: Message): ReadonlyArray<string> =>
  typeof message === "string" ? [message] : Object.values(message)
const isEmpty = (message: Message): boolean => texts(message).some((text) => text.trim() === "")

/** The names of all parameters of a message, sorted. A plural's `one` may do without its count. */
function parameters(message: Message): string {
  const names = texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))
  return [...new Set(names)].sort().join(", ")
}

/** A key counts as used where it stands whole in quotes, or where a template builds it: `area.${name}`. */
function usage(): (key: string) => boolean {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !CATALOGUE.test(file))
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
  const whole = new Set([...text.matchAll(/["'`]([a-zA-Z]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key))
  const begun = [...new Set([...text.matchAll(/`([a-zA-Z]+\.[\w.-]*)\$\{/g)].map(([, prefix]) => prefix ?? ""))]
  return (key) => whole.has(key) || begun.some((prefix) => key.startsWith(prefix))
}
