import { parseDate } from "../dates/parseDate.ts"
import type { ParseProblem } from "../ParsedFeed.ts"
import { isAbsolute, resolveAddress } from "../resolveAddress.ts"
import { attributeOf, childrenNamed, textOf, type XmlElement } from "../xml/XmlElement.ts"

/** Shared by all functions that read one document. */
export type ReadingContext = {
  readonly dialect: "atom" | "rss"
  /** Base of relative addresses without xml:base. */
  readonly base: string | null
  readonly language: string | null
  readonly problems: Set<ParseProblem>
}

/** Resolves an address by the element's base, otherwise by that of the document. */
export const addressIn = (context: ReadingContext, element: XmlElement, address: string | null): string | null => {
  if (address === null) return null
  if (element.base === null && !isAbsolute(address)) context.problems.add("relative-address")
  return resolveAddress(address, element.base ?? context.base)
}

/** The first readable date among children of these names, in order of preference. */
export const dateIn = (context: ReadingContext, parent: XmlElement, ...names: ReadonlyArray<string>): number | null => {
  for (const name of names) {
    for (const child of childrenNamed(parent, name)) {
      const moment = readDate(context, textOf(child) ?? attributeOf(child, "value"), child.language)
      if (moment !== null) return moment
    }
  }
  return null
}

/** Parses a date; an unreadable one is a problem of the document. */
export const readDate = (context: ReadingContext, text: string | null, language: string | null): number | null => {
  if (text === null) return null
  const moment = parseDate(text, language ?? context.language)
  if (moment === null) context.problems.add("unreadable-date")
  return moment
}

/** A non-negative integer, or null. */
export const numberOf = (text: string | null): number | null => {
  const found = text === null ? null : /^\s*(\d{1,15})(?:\.\d*)?\s*$/.exec(text)
  return found === null ? null : Number(found[1])
}
