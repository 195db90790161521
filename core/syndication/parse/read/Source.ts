import { parseDate } from "../dates/parseDate.ts"
import type { ParseProblem } from "../ParsedFeed.ts"
import { isAbsolute, resolveAddress } from "../resolveAddress.ts"
import { attributeOf, childrenNamed, textOf, type XmlElement } from "../xml/XmlElement.ts"

/** What every part of reading one document shares. */
export type Source = {
  readonly dialect: "atom" | "rss"
  /** What relative addresses refer to where no xml:base says otherwise. */
  readonly base: string | null
  readonly language: string | null
  readonly problems: Set<ParseProblem>
}

/** An address as it stands in an element, made absolute by the element's base, else the document's. */
export const addressIn = (source: Source, element: XmlElement, address: string | null): string | null => {
  if (address === null) return null
  if (element.base === null && !isAbsolute(address)) source.problems.add("relative-address")
  return resolveAddress(address, element.base ?? source.base)
}

/** The first readable date among the children of these names, which come first to last in preference. */
export const dateIn = (source: Source, parent: XmlElement, ...names: ReadonlyArray<string>): number | null => {
  for (const name of names) {
    for (const child of childrenNamed(parent, name)) {
      const moment = readDate(source, textOf(child) ?? attributeOf(child, "value"), child.language)
      if (moment !== null) return moment
    }
  }
  return null
}

/** One date; what cannot be read is a problem of the document. */
export const readDate = (source: Source, text: string | null, language: string | null): number | null => {
  if (text === null) return null
  const moment = parseDate(text, language ?? source.language)
  if (moment === null) source.problems.add("unreadable-date")
  return moment
}

/** A whole number that is not negative, or null. */
export const numberOf = (text: string | null): number | null => {
  const found = text === null ? null : /^\s*(\d{1,15})(?:\.\d*)?\s*$/.exec(text)
  return found === null ? null : Number(found[1])
}
