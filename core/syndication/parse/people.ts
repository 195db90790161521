import { AUTHOR_LENGTH_MAX } from "./limits.ts"
import { resolveAddress } from "./resolveAddress.ts"
import { hasTags, plainText } from "./text/plainText.ts"
import { attributeOf, childText, textOf, type XmlElement } from "./xml/XmlElement.ts"

/** A person as the document gives it. At least one field is set. */
export type Person = {
  readonly name: string | null
  readonly email: string | null
  readonly url: string | null
}

/**
 * Parses a person from one text: `Name`, `Name <address>`, `address (Name)`, `Name (address)`, `Name, https://…`, or a
 * link around a name. Null if nothing remains.
 */
export const parsePerson = (text: string): Person | null => {
  const source = text.slice(0, SOURCE_LENGTH_MAX).trim()
  const email = EMAIL.exec(source)?.[0]?.slice(0, AUTHOR_LENGTH_MAX) ?? null
  const url = URL_IN_TEXT.exec(source)?.[0] ?? null
  // The address may be repeated, and an address is not a name.
  const rest = (url === null ? source : source.replace(url, " ")).replace(EMAILS, " ")
  const name = unmarked(rest.replace(/\bmailto:/gi, " ").replace(/&lt;\s*&gt;|<\s*>|\(\s*\)|\[\s*\]/g, " "))
    .replace(/^[\s(<[,;:|–—-]+|(?<![\s>\],;:|–—-])[\s>\],;:|–—-]+$/g, "")
    .replace(/^([^()]*)\)$/, "$1")
    .replace(/^(["'“])(.*)["'”]$/, "$2")
    .trim()
  return person(name === "" ? null : name, email, url === null ? null : resolveAddress(url, null))
}

/**
 * Parses an Atom person (separate elements), or a person in one text.
 * @param base the base without xml:base
 */
export const readPerson = (element: XmlElement, base: string | null): Person | null => {
  const name = childText(element, "name", "itunes:name", "dc:title")
  const email = childText(element, "email", "itunes:email")
  const page = childText(element, "uri", "url", "homepage")
  if (name === null && email === null && page === null) {
    const text = textOf(element)
    const plain = text === null ? null : parsePerson(text)
    const link = attributeOf(element, "href") ?? attributeOf(element, "url")
    const url = link === null ? null : resolveAddress(link, element.base ?? base)
    return plain === null ? null : { ...plain, url: plain.url ?? url }
  }
  const parsed = name === null ? null : parsePerson(name)
  const address = email === null ? null : (EMAIL.exec(email)?.[0] ?? email)
  const pageBase = element.children.find((child) => typeof child !== "string" && PAGES.has(child.name))
  const url = page === null ? null : resolveAddress(page, (typeof pageBase === "object" ? pageBase.base : null) ?? base)
  return person(parsed?.name ?? null, address ?? parsed?.email ?? null, url ?? parsed?.url ?? null)
}

/** The display name: the name, otherwise the part of the address before the @, otherwise the host. */
export const personLabel = ({ name, email, url }: Person): string =>
  (name ?? email?.split("@")[0] ?? (url === null ? "" : new URL(url).hostname)).slice(0, AUTHOR_LENGTH_MAX)

const person = (name: string | null, email: string | null, url: string | null): Person | null =>
  name === null && email === null && url === null
    ? null
    : { name: name?.slice(0, AUTHOR_LENGTH_MAX) ?? null, email: email?.slice(0, AUTHOR_LENGTH_MAX) ?? null, url }

/** Names may contain markup, even encoded twice. */
const unmarked = (text: string): string => {
  const words = plainText(text)
  return hasTags(words) ? plainText(words) : words
}

const SOURCE_LENGTH_MAX = 1_000
const PAGES = new Set(["uri", "url", "homepage"])
const EMAIL = /[\w.+!#$%&'*/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?/i
const EMAILS = new RegExp(EMAIL, "gi")
const URL_IN_TEXT = /https?:\/\/[^\s<>()"']{1,2000}/i

/** Several people as one line, or null. */
export const authorLine = (people: ReadonlyArray<Person>): string | null => {
  const names = [...new Set(people.map(personLabel).filter((name) => name !== ""))]
  return names.length === 0 ? null : names.join(", ").slice(0, AUTHOR_LENGTH_MAX)
}
